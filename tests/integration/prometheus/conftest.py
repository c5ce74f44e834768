"""Tests against a real Prometheus."""

from tests.support.prometheus_server import prometheus

__all__ = ["prometheus"]
