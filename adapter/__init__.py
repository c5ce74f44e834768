"""The metrics adapter and the foundation both programs share."""
