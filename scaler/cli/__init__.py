"""The `lagzero` command: one module per verb, loaded only when its verb is called."""

from scaler.cli.main import main

__all__ = ["main"]
