"""A queue worker whose autoscaler is a stock one with our annotation; the test itself is the stock controller."""

from dataclasses import dataclass
from typing import Any

from tests.chain.cluster import path_of
from tests.chain.worker import Worker

KIND = "HorizontalPodAutoscaler"
ASKED = {"lagzero.dev/min-replicas": "0"}


def stock_autoscaler(worker: Worker, name: str, annotations: dict[str, str]) -> dict[str, Any]:
    """A HorizontalPodAutoscaler of the worker's workload."""
    metadata = {**worker.metadata, "name": name, "annotations": annotations}
    return {"apiVersion": "autoscaling/v2", "kind": KIND, "metadata": metadata, "spec": worker.asks()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionWorker(Worker):
    """The same worker, in the care of a stock autoscaler of its name."""

    @property
    def autoscaler_path(self) -> str:
        return path_of(KIND, self.scaler.namespace, self.name)

    @property
    def known_as(self) -> str:
        return f"{KIND} {self.scaler.namespace}/{self.name}"

    @property
    def claim(self) -> str:
        return "lagzero.dev/ScaledToZero"

    def create(self, *, count: int) -> None:
        self.create_workload(count=count)
        self.cluster.create(stock_autoscaler(self, self.name, ASKED))

    def stock_scales(self, count: int) -> None:
        """The stock controller does its part."""
        self.cluster.stock_controller_scales(self.path, count)


def companion_of(worker: Worker) -> CompanionWorker:
    return CompanionWorker(
        cluster=worker.cluster,
        prometheus=worker.prometheus,
        scaler=worker.scaler,
        kind=worker.kind,
        name=worker.name,
    )
