"""What is handed over in scenario 14 and is no Deployment? A custom resource whose count has its own field."""

from dataclasses import dataclass
from typing import Any, Final

import yaml

from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import ROOT
from e2e.scenarios.objects import WORKER, stock_autoscaler
from e2e.scenarios.sized_kinds import definition
from e2e.scenarios.stage import Stage

_GROUP: Final = "movers.lagzero.dev"
_GRANTS: Final = ROOT / "manifests" / "components" / "other-kinds" / "access.yaml"

Look = tuple[int, int]
"""The count and the generation: one that stays proves that no write came between two looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flock:
    """One object on a stage."""

    stage: Stage

    def install(self) -> None:
        """The definition, the rights to it as our component gives them, and one object of size 1."""
        cluster, kubectl = self.stage.cluster, self.stage.cluster.kubectl
        grants = _GRANTS.read_text().replace("argoproj.io", _GROUP).replace("rollouts", "flocks")
        kubectl.apply(definition(_GROUP, "Flock"), *yaml.safe_load_all(grants))
        kubectl("wait", "--for=condition=Established", "crd", f"flocks.{_GROUP}")
        eventually("flocks are served", lambda: cluster.admin.get(self._collection).code == 200)
        flock = {"apiVersion": f"{_GROUP}/v1", "kind": "Flock", "metadata": {"name": WORKER}, "spec": {"size": 1}}
        assert cluster.admin.post(self._collection, flock).code == 201
        status = {"status": {"size": 1, "selector": "app=worker"}}
        assert cluster.admin.patch(f"{self._collection}/{WORKER}/status", status).code == 200

    def stock(self) -> dict[str, Any]:
        """A HorizontalPodAutoscaler that may put it to sleep, where the gate is on."""
        made = stock_autoscaler(self.stage.namespace, least=0)
        target = {"apiVersion": f"{_GROUP}/v1", "kind": "Flock", "name": WORKER}
        return {**made, "spec": {**made["spec"], "scaleTargetRef": target}}

    def look(self) -> Look:
        found = self.stage.cluster.get(f"{_GROUP}/v1/flocks", WORKER, self.stage.namespace)
        return found["spec"]["size"], found["metadata"]["generation"]

    def reaches(self, size: int) -> None:
        eventually(f"the size is {size}", self.look, within=120, wanted=lambda seen: seen[0] == size)

    @property
    def _collection(self) -> str:
        return f"/apis/{_GROUP}/v1/namespaces/{self.stage.namespace}/flocks"
