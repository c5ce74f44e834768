"""The engine: which values does an external metric have right now? A library on Prometheus, without a server."""
