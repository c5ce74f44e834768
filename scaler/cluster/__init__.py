"""The controller's ports over a real cluster."""
