"""The scaler: the HPA algorithm with a zero state, and the lagzero command."""
