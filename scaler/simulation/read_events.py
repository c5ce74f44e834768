"""What happens in the scenario? The block `events`: one thing per entry, each at its moment."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from adapter.externalmetrics.yamlvalues import YamlValue
from scaler.simulation.fields import duration, known_fields, plain, whole_number
from scaler.simulation.happenings import (
    Access,
    Annotate,
    Delete,
    Edit,
    Happening,
    Outage,
    PodsUnready,
    Restart,
    ScaleBy,
    StatusReplicas,
    Step,
)
from scaler.simulation.moments import Millis
from scaler.simulation.read_autoscaler import Document, Manifested, edited_spec, merge_patched
from scaler.simulation.scenario import Settings

_WHATS: Final = ("scale", "edit", "annotate", "delete", "restart", "statusReplicas", "writes", "reads", "pods")
_DETAILS: Final = {"scale": ("by",), "annotate": ("on",), "writes": ("for",), "reads": ("for",), "pods": ("for",)}


def read_steps(value: YamlValue | None, manifested: Manifested, settings: Settings) -> tuple[Step, ...]:
    """The steps in order of time; of two at one moment the one that stands first comes first."""
    entries = () if value is None else value.items()
    read = [(entry, known_fields(entry, ("at", *_WHATS, "by", "on", "for"))) for entry in entries]
    for entry, fields in read:
        _check_shape(entry, fields)
    read.sort(key=lambda pair: duration(pair[1]["at"]))
    document = manifested.document
    steps = []
    for entry, fields in read:
        at = duration(fields["at"])
        if "edit" in fields:
            document = _patched(fields["edit"], document)
            what: Happening = Edit(spec=edited_spec(fields["edit"], document, settings))
        else:
            what = _happening(_Entry(value=entry, fields=fields, at=at))
        steps.append(Step(at=at, what=what))
    return tuple(steps)


def _check_shape(entry: YamlValue, fields: dict[str, YamlValue]) -> None:
    if "at" not in fields:
        entry.fail("`at` is missing: when does this happen?")
    named = [name for name in _WHATS if name in fields]
    if len(named) != 1:
        entry.fail(f"an event is exactly one of {', '.join(_WHATS)}, and this is {', '.join(named) or 'none'}")
    for detail in ("by", "on", "for"):
        if detail in fields and detail not in _DETAILS.get(named[0], ()):
            fields[detail].fail(f"{detail!r} means nothing beside {named[0]!r}")


def _patched(value: YamlValue, document: Document) -> Document:
    patch = plain(value)
    if not isinstance(patch, dict):
        value.fail("expected fields of the spec, such as {minReplicas: 2}")
    return document | {"spec": merge_patched(document.get("spec"), patch)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    value: YamlValue
    fields: dict[str, YamlValue]
    at: Millis

    def until(self) -> Millis:
        if "for" not in self.fields:
            self.value.fail("`for` is missing: how long does this last?")
        return Millis(self.at + duration(self.fields["for"]))

    def only(self, name: str, word: str) -> None:
        if self.fields[name].text() != word:
            self.fields[name].fail(f"{name!r} is always {word!r} here, not {self.fields[name].text()!r}")


def _happening(entry: _Entry) -> Happening:
    return next(read(entry) for name, read in _READERS.items() if name in entry.fields)


def _scale(entry: _Entry) -> Happening:
    by = entry.fields["by"].text() if "by" in entry.fields else "kubectl"
    return ScaleBy(replicas=whole_number(entry.fields["scale"]), by=by)


def _annotate(entry: _Entry) -> Happening:
    on = entry.fields["on"].text() if "on" in entry.fields else "autoscaler"
    if on not in {"autoscaler", "workload"}:
        entry.fields["on"].fail(f"expected autoscaler or workload, not {on!r}")
    annotations = {
        name: None if value.is_null else value.text() for name, value in entry.fields["annotate"].entries().items()
    }
    return Annotate(on_workload=on == "workload", annotations=annotations)


def _delete(entry: _Entry) -> Happening:
    entry.only("delete", "autoscaler")
    return Delete()


def _restart(entry: _Entry) -> Happening:
    entry.only("restart", "scaler")
    return Restart()


def _status_replicas(entry: _Entry) -> Happening:
    value = entry.fields["statusReplicas"]
    return StatusReplicas(replicas=None if value.text() == "auto" else whole_number(value))


def _writes(entry: _Entry) -> Happening:
    entry.only("writes", "fail")
    return Outage(of=Access.WRITES, until=entry.until())


def _reads(entry: _Entry) -> Happening:
    entry.only("reads", "fail")
    return Outage(of=Access.READS, until=entry.until())


def _pods(entry: _Entry) -> Happening:
    entry.only("pods", "unready")
    return PodsUnready(until=entry.until())


_READERS: Final[dict[str, Callable[[_Entry], Happening]]] = {
    "scale": _scale,
    "annotate": _annotate,
    "delete": _delete,
    "restart": _restart,
    "statusReplicas": _status_replicas,
    "writes": _writes,
    "reads": _reads,
    "pods": _pods,
}
