"""Which texts of `lagzero migrate` do the golden files show? One of each kind, under the name of its file."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_printing import plan_text, plan_yaml
from scaler.cli.validate_objects import objects_of
from scaler.migration.from_hpa import plan_from_hpa
from scaler.migration.from_keda import converted
from scaler.migration.gate_change import findings_on
from scaler.migration.keda_parts import Converted
from scaler.migration.keda_text import autoscalers_text, differences_of, rules_text
from scaler.migration.rollback import plan_rollback
from scaler.migration.seen import Seen
from scaler.migration.steps import Plan, Refusal
from scaler.migration.stock_autoscaler import Gate
from scaler.migration.to_hpa import Terms, plan_to_hpa
from tests.unit.scaler.migration.moved import (
    ASLEEP,
    AWAKE,
    HUMAN,
    KEY,
    NOBODY,
    OURS,
    condition,
    seen,
    stock,
    workload,
    zero,
)

HERE = Path(__file__).parent
SOURCES = sorted((HERE / "sources").iterdir())
_COMPANION = {"lagzero.dev/min-replicas": "0", "lagzero.dev/memory": '{"recommendations":[{"replicas":0}]}'}
_HELM = {"app.kubernetes.io/managed-by": "Helm", "team": "queues"}
_ALL = {
    "cooldownSeconds": 60,
    "wake": "Immediate",
    "initial": "ScaledToZero",
    "onDelete": "Restore",
    "inFlight": {"metric": {"name": "busy"}},
    "mode": "Shadow",
}


def texts() -> dict[str, str]:
    """Every text by the name of its file."""
    return {**dict(_plans()), **dict(_keda()), **dict(_gate_changes())}


def keda_of(source: Path) -> Sequence[Converted]:
    return [converted(found.document) for found in objects_of(source.read_text(), source=source.name)]


def _plans() -> Iterator[tuple[str, str]]:
    at_work = seen(stock=stock(AWAKE, least=1, labels=_HELM), workload=workload(3))
    claim = condition("lagzero.dev/ScaledToZero", reason="ScaledToZero")
    companion = seen(stock=stock(claim, least=1, annotations=_COMPANION), workload=workload(0, OURS))
    yield "from-hpa-at-work.txt", _told(plan_from_hpa(at_work))
    yield "from-hpa-at-work.yaml", _told(plan_from_hpa(at_work), as_yaml=True)
    yield "from-hpa-asleep.txt", _told(plan_from_hpa(seen(stock=stock(ASLEEP), workload=workload(0, NOBODY))))
    yield "from-hpa-paused.txt", _told(plan_from_hpa(seen(stock=stock(ASLEEP), workload=workload(0, HUMAN))))
    yield "from-hpa-companion.yaml", _told(plan_from_hpa(companion), as_yaml=True)
    yield "from-hpa-refused.txt", _told(plan_from_hpa(_owned()))
    asleep = seen(zero=zero(ASLEEP), workload=workload(0, OURS))
    on, off = (Terms(gate=gate, accept_loss=True) for gate in Gate)
    yield "to-hpa-gate-on.txt", _told(plan_to_hpa(asleep, on))
    yield "to-hpa-gate-off.yaml", _told(plan_to_hpa(asleep, off), as_yaml=True)
    yield "to-hpa-refused.txt", _told(plan_to_hpa(_with_everything(), Terms(gate=Gate.OFF, accept_loss=False)))
    yield "rollback.txt", _told(plan_rollback(seen(stock=stock(ASLEEP, labels=_HELM), workload=workload(0, NOBODY))))


def _told(plan: Plan | Refusal, *, as_yaml: bool = False) -> str:
    if isinstance(plan, Refusal):
        return plan.text + "\n"
    return (plan_yaml(KEY, plan) if as_yaml else plan_text(KEY, plan)) + "\n"


def _owned() -> Seen:
    return seen(stock=stock(ownerReferences=[{"kind": "ScaledObject", "name": "worker"}]), workload=workload(1))


def _with_everything() -> Seen:
    document = zero(block=_ALL)
    document["metadata"]["annotations"]["lagzero.dev/paused"] = "moving the queue"
    return seen(zero=document, workload=workload(1, OURS))


def _keda() -> Iterator[tuple[str, str]]:
    for source in SOURCES:
        found = keda_of(source)
        yield f"{source.stem}-rules.yaml", rules_text(found)
        yield f"{source.stem}-autoscalers.yaml", autoscalers_text(found)
        yield f"{source.stem}-differences.txt", "".join(f"{line}\n" for each in found for line in differences_of(each))


def _gate_changes() -> Iterator[tuple[str, str]]:
    asleep = stock(ASLEEP)
    asleep["status"]["currentReplicas"] = 0
    stuck = stock(AWAKE)
    stuck["status"]["currentReplicas"] = 0
    documents = [asleep, stuck, stock(AWAKE), stock(least=1, annotations=_COMPANION)]
    for to in Gate:
        findings = (
            each for one in documents for each in findings_on(AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, one, to)
        )
        yield f"gate-{to}.txt", "".join(f"{'breaks' if each.breaks else 'note'}: {each.text}\n" for each in findings)
