"""What does an API server make of the few writes of a scaler, and of other people's? One workload, one autoscaler.

In memory, behind the production's client: everything above it is the production's own. Owners of `spec.replicas` are
noted as the real one notes them, of which the contract tests of the ports and the scenarios know more.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, cast

import msgspec

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.errors import Conflict, Invalid, NotFound, ServerError, Unreachable
from adapter.kube.meta import format_time
from scaler.api.companion import CLAIM_CONDITION, MEMORY_ANNOTATION, MIN_REPLICAS_ANNOTATION
from scaler.api.conditions import ConditionType
from scaler.cluster.writers import FIELD_MANAGER
from tests.properties.never_clock import TwoClocks

T = TypeVar("T")
Document = dict[str, object]
NAMESPACE, NAME = "jobs", "worker"
_OURS_ON_A_STOCK_ONE = (CLAIM_CONDITION, ConditionType.CONTESTED.value, ConditionType.DEMAND_WAITING.value)
_REPLICAS: Mapping[str, object] = {"f:spec": {"f:replicas": {}}}


@dataclass(slots=True, kw_only=True)
class Workload:
    """A Deployment. `owners` of the count, as (manager, operation), with the time that managedFields note."""

    uid: str = "workload-1"
    version: int = 1
    count: int
    owners: dict[tuple[str, str], str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)

    def document(self) -> Document:
        noted = [
            {"manager": manager, "operation": operation, "time": at, "fieldsV1": _REPLICAS}
            for (manager, operation), at in self.owners.items()
        ]
        others = {"manager": "somebody", "operation": "Update", "fieldsV1": {"f:status": {}}}
        return {
            "metadata": {
                "name": NAME,
                "namespace": NAMESPACE,
                "uid": self.uid,
                "resourceVersion": str(self.version),
                "annotations": self.annotations,
                "managedFields": [others, *noted],
            },
            "spec": {"replicas": self.count, "selector": {"matchLabels": {"app": NAME}}},
            "status": {"replicas": self.count},
        }


class SmallApi(KubeClient):
    """The API server. `before_write` hears what is about to be written, and may raise; `after_count` what was."""

    def __init__(self, clock: TwoClocks, workload: Workload, autoscaler: Document) -> None:
        super().__init__(Access(cluster=Cluster(server="http://127.0.0.1:9")), user_agent="test", deadline_seconds=1)
        self.clock = clock
        self.workload: Workload | None = workload
        self.autoscaler = autoscaler
        self.before_write: Callable[[str], None] = _nobody_hears
        self.after_count: Callable[[int, int], None] = _nobody_hears
        self.counts_are_refused = False
        self.answers_are_lost = False
        self.statuses_are_refused = False

    @property
    def metadata(self) -> Document:
        return cast("Document", self.autoscaler["metadata"])

    def now(self) -> str:
        return format_time(self.clock.now())

    def edited(self, spec: Document, annotations: Mapping[str, str]) -> None:
        """Somebody's edit of the autoscaler; annotations of ours stay, and so does what makes a stock one ours."""
        noted = cast("dict[str, str]", self.metadata.get("annotations", {}))
        kept = {name: text for name, text in noted.items() if name in {MEMORY_ANNOTATION, MIN_REPLICAS_ANNOTATION}}
        self.autoscaler = {**self.autoscaler, "spec": spec}
        self._changed(annotations={**kept, **annotations})

    def status_is_lost(self) -> None:
        """As a backup restores an object: without status, and without what stands for it on a stock one."""
        noted = cast("dict[str, str]", self.metadata.get("annotations", {}))
        self.autoscaler = {**self.autoscaler, "status": {}}
        self._changed(annotations={name: text for name, text in noted.items() if name != MEMORY_ANNOTATION})

    def autoscaler_is_deleted(self) -> None:
        """It stays as long as it is held."""
        if not self.is_leaving:
            self._changed(deletionTimestamp=self.now())

    @property
    def says_whose(self) -> bool:
        """Does the status say whose a zero is? Then the target was looked at before."""
        conditions = cast("dict[str, list[Document]]", self.autoscaler["status"]).get("conditions", [])
        return any(each["type"] == ConditionType.SCALED_TO_ZERO for each in conditions)

    @property
    def is_leaving(self) -> bool:
        return "deletionTimestamp" in self.metadata

    @property
    def is_gone(self) -> bool:
        return self.is_leaving and not self.metadata.get("finalizers")

    async def get(self, path: str, into: type[T], *, params: Mapping[str, str] = {}) -> T:
        del params
        if self.workload is None:
            raise NotFound(f"{path} not found", code=404, reason="NotFound")
        return msgspec.convert(self.workload.document(), into)

    async def apply(self, path: str, body: object, into: type[T], *, field_manager: str, force: bool) -> T:
        assert force
        if not path.endswith("/scale"):
            self._conditions_applied(cast("Document", body))
            return msgspec.convert(msgspec.Raw(b"{}"), into)
        self.before_write("count")
        asked = cast("dict[str, dict[str, object]]", body)
        workload = self.workload
        if self.counts_are_refused:
            raise ServerError("no", code=500)
        if workload is None:
            raise NotFound(f"{path} not found", code=404, reason="NotFound")
        if asked["metadata"]["resourceVersion"] != str(workload.version):
            raise Conflict("the object has been modified", code=409, reason="Conflict")
        before, count = workload.count, cast("int", asked["spec"]["replicas"])
        workload.count, workload.owners = count, {(field_manager, "Apply"): self.now()}
        workload.version += 1
        assert field_manager == FIELD_MANAGER
        self.after_count(before, count)
        if self.answers_are_lost:
            raise Unreachable("the connection broke")
        return msgspec.convert({"metadata": {"resourceVersion": str(workload.version)}}, into)

    async def json_patch(
        self, path: str, operations: Sequence[Mapping[str, object]], into: type[T], *, field_manager: str
    ) -> T:
        """The status of ours."""
        del path, field_manager
        self._status_is_due()
        test, add = operations
        if test["value"] != self.metadata["uid"]:
            raise Invalid("the test failed", code=422)
        self.autoscaler = {**self.autoscaler, "status": add["value"]}
        self._new_version()
        return msgspec.convert(msgspec.Raw(b"{}"), into)

    async def merge_patch(self, path: str, body: object, into: type[T], *, field_manager: str) -> T:
        """Finalizers of ours, or the memory that is an annotation of a stock one."""
        del path
        patch = cast("Document", cast("Document", body)["metadata"])
        if "finalizers" in patch:
            self.before_write("finalizers")
            if patch.get("resourceVersion", self.metadata["resourceVersion"]) != self.metadata["resourceVersion"]:
                raise Conflict("the object has been modified", code=409, reason="Conflict")
            self._changed(finalizers=patch["finalizers"])
        else:
            self._status_is_due()
            noted = cast("dict[str, str | None]", patch["annotations"])
            kept = {**cast("dict[str, str]", self.metadata.get("annotations", {})), **noted}
            fields: Document = {"f:metadata": {"f:annotations": {f"f:{MEMORY_ANNOTATION}": {}}}}
            entry = {"manager": field_manager, "operation": "Update", "time": self.now(), "fieldsV1": fields}
            present = {name: value for name, value in kept.items() if value is not None}
            self._changed(annotations=present, managedFields=[entry])
        return msgspec.convert(msgspec.Raw(b"{}"), into)

    def _conditions_applied(self, body: Document) -> None:
        """Those of ours on a stock one; the others stay."""
        self._status_is_due()
        status = cast("dict[str, list[Document]]", self.autoscaler.get("status", {}))
        others = [each for each in status.get("conditions", []) if each["type"] not in _OURS_ON_A_STOCK_ONE]
        ours = cast("dict[str, list[Document]]", body.get("status", {})).get("conditions", [])
        self.autoscaler = {**self.autoscaler, "status": {**status, "conditions": [*others, *ours]}}
        self._new_version()

    def _status_is_due(self) -> None:
        self.before_write("status")
        if self.statuses_are_refused:
            raise ServerError("no", code=500)

    def _changed(self, **metadata: object) -> None:
        self.autoscaler = {**self.autoscaler, "metadata": {**self.metadata, **metadata}}
        self._new_version()

    def _new_version(self) -> None:
        version = int(cast("str", self.metadata["resourceVersion"])) + 1
        self.autoscaler = {**self.autoscaler, "metadata": {**self.metadata, "resourceVersion": str(version)}}


def _nobody_hears(*_what: object) -> None:
    """Before the first life begins."""
