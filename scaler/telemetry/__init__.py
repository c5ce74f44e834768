"""What the scaler tells Prometheus about itself."""
