"""What the scale subresource shows of an object, what a write to it changes, and the log of such writes."""

from collections import deque

from e2e.sandbox import clock
from e2e.sandbox.documents import Document, at, text_at, with_value
from e2e.sandbox.failures import StatusError, internal_error, invalid
from e2e.sandbox.history import Stored
from e2e.sandbox.managed_fields import Writer
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.scale_owners import after_scale
from e2e.sandbox.selection import selector_text
from e2e.sandbox.writes import Writes, check_preconditions

_LOGGED_WRITES = 200_000


def scale_of(kind: ResourceType, stored: Stored) -> Document:
    """The `autoscaling/v1 Scale` of an object; 500 for a custom object without its replicas field."""
    assert kind.scale is not None
    metadata = stored.document["metadata"]
    wanted = at(stored.document, kind.scale.spec_replicas)
    if wanted is None:
        raise internal_error(f"the spec replicas field {_dotted(kind.scale.spec_replicas)!r} does not exist")
    status: Document = {"replicas": at(stored.document, kind.scale.status_replicas) or 0}
    selector = at(stored.document, kind.scale.selector) if kind.scale.selector else None
    text = selector if isinstance(selector, str) else _text_of(kind, selector if isinstance(selector, dict) else {})
    if text:
        status["selector"] = text
    shown = {key: metadata[key] for key in ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")}
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": shown,
        "spec": {"replicas": wanted} if wanted else {},
        "status": status,
    }


class Scales:
    """Writes to the scale subresource, each of them logged, also the refused ones."""

    def __init__(self, writes: Writes) -> None:
        self._writes = writes
        self.log: deque[Document] = deque(maxlen=_LOGGED_WRITES)

    def write(
        self, kind: ResourceType, stored: Stored, scale: Document, writer: Writer, *, force: bool = False
    ) -> Document:
        """The Scale after a write; 409 on a stale resourceVersion, 422 on a negative count."""
        assert kind.scale is not None
        wanted = at(scale, ("spec", "replicas")) or 0  # the field has omitempty: none is zero
        entry = self._logged(kind, stored, wanted, writer.manager)
        try:
            if not isinstance(wanted, int) or wanted < 0:
                message = f"Invalid value: {wanted}: must be greater than or equal to 0"
                name = text_at(stored.document, "metadata", "name")
                raise invalid("Scale.autoscaling", name, [("spec.replicas", "FieldValueInvalid", message)])
            check_preconditions(kind, stored, scale)
            changed = with_value(stored.document, kind.scale.spec_replicas, wanted)
            new = self._writes.replacement(kind, stored, changed, writer)
            owned = after_scale(stored.document, new, kind, writer, force=force)
            written = self._writes.commit(kind, stored, owned)
        except StatusError as refusal:
            entry["code"] = refusal.code
            raise
        return scale_of(kind, written)

    def _logged(self, kind: ResourceType, stored: Stored, wanted: object, manager: str) -> Document:
        assert kind.scale is not None
        metadata = stored.document["metadata"]
        entry = {
            "time": clock.rfc3339_micro(clock.now()),
            "manager": manager,
            "target": {
                "resource": kind.qualified,
                "namespace": metadata.get("namespace", ""),
                "name": metadata["name"],
            },
            "from": at(stored.document, kind.scale.spec_replicas),
            "to": wanted,
            "code": 200,
        }
        self.log.append(entry)
        return entry


def _text_of(kind: ResourceType, selector: Document) -> str:
    """A ReplicationController's selector is from before there were other requirements than labels."""
    return selector_text({"matchLabels": selector} if kind.kind == "ReplicationController" else selector)


def _dotted(path: tuple[str, ...]) -> str:
    return "".join(f".{part}" for part in path)
