"""Which record of a decision log is meant? The last one of the autoscaler that a name stands for."""

from dataclasses import dataclass

from scaler.api.kinds import AutoscalerKind
from scaler.decisionlog.reader import DecisionLogUnreadableError, Line, open_log
from scaler.decisionlog.record import Record

_MOST_NAMES = 10


class NoSuchRecordError(Exception):
    """The log holds no record of that autoscaler."""


class AmbiguousError(Exception):
    """The log holds records of several autoscalers that could be meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What was asked for; what is empty may be anything. A record names `NAMESPACE/NAME`, after a kind if not ours."""

    name: str = ""
    namespace: str = ""
    kind: str = ""

    def fits(self, autoscaler: str) -> bool:
        kind, _, key = autoscaler.rpartition(" ")
        namespace, _, name = key.partition("/")
        return all(
            not asked or asked == found
            for asked, found in ((self.name, name), (self.namespace, namespace), (self.kind, kind or _OURS))
        )

    @property
    def autoscaler_kind(self) -> AutoscalerKind:
        """In the cluster, ours where none was named."""
        return next(kind for kind in AutoscalerKind if kind.kind == (self.kind or _OURS))

    def __str__(self) -> str:
        if not self.name:
            return "any autoscaler"
        return f"{self.namespace}/{self.name}" if self.namespace else self.name


_OURS = AutoscalerKind.ZERO_POD_AUTOSCALER.kind


def last_record(log: str, wanted: Wanted) -> Record:
    """Raises NoSuchRecordError, AmbiguousError or DecisionLogUnreadableError."""
    found = _last_lines(log, wanted)
    if not found:
        raise NoSuchRecordError(f"{log} holds no decision about {wanted}")
    if len(found) > 1:
        names = sorted(found)
        more = ", ..." if len(names) > _MOST_NAMES else ""
        raise AmbiguousError(f"{log} is about several: name one of {', '.join(names[:_MOST_NAMES])}{more}")
    (line,) = found.values()
    return line.record()


def _last_lines(log: str, wanted: Wanted) -> dict[str, Line]:
    with open_log(log) as lines:
        return {autoscaler: line for line in lines for autoscaler in _named(line) if wanted.fits(autoscaler)}


def _named(line: Line) -> tuple[str, ...]:
    """The autoscaler; nobody, for a line that the scaler may be writing right now."""
    try:
        return (line.head().autoscaler,)
    except DecisionLogUnreadableError:
        if line.complete:
            raise
        return ()
