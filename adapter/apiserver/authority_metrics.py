"""How is our authority doing? When it ends, and which steps it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge

if TYPE_CHECKING:
    from datetime import datetime


class AuthorityMetrics:
    """Series that are there only where the adapter keeps an authority of its own."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._expiry = Gauge(
            "lagzero_adapter_own_ca_expiry_timestamp_seconds",
            "When the authority that signs the serving certificate ends, in seconds since 1970.",
            registry=registry,
        )
        self._steps = Counter(
            "lagzero_adapter_own_ca_steps",
            "What this replica did to the authority, by the name of the step.",
            ("step",),
            registry=registry,
        )

    def signing_until(self, moment: datetime) -> None:
        """The authority is valid until then."""
        self._expiry.set(moment.timestamp())

    def took(self, step: str) -> None:
        """The Secret, the APIService or the serving certificate was renewed."""
        self._steps.labels(step).inc()
