"""What does prometheus-adapter answer, and what do we? The same rules and reads for both, on one Prometheus."""
