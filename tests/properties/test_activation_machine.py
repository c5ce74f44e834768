"""No human's zero is ever undone, and no zero of ours is stuck while there is demand and metrics are well.

A machine of foreign writes, pauses, restarts, crashes between a write and its report, failing metrics and a moving
minimum, around `decide`, `settle` and the status that outlives the program.
"""

from dataclasses import replace
from datetime import timedelta
from enum import Enum

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Outcome, Rejected
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import ExplicitPause, Observation, ReplicasWriter, WriterKind
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.states import AutoscalerState
from scaler.api.types import Behavior, InitialState, ScalingRules, ZeroSpec
from scaler.controller.memories import memory_of_status
from scaler.controller.remembered import memory_in_status
from scaler.controller.status import next_status
from tests.support.builders import DOWN, SETTINGS, UP, observation, percent_policy
from tests.support.metric_builders import NOW, external_average, unavailable

AT_ONCE = replace(DOWN, stabilization_window_seconds=0)
PERCENT_ONLY = ScalingRules(stabilization_window_seconds=0, policies=(percent_policy(100),))
BEHAVIORS = [None, *(Behavior(scale_up=up, scale_down=AT_ONCE) for up in (UP, PERCENT_ONLY))]


class Zero(Enum):
    """Whose zero is it? ADOPTABLE is one of somebody else's that was there before we ever looked."""

    NONE = "none"
    OURS = "ours"
    THEIRS = "theirs"
    ADOPTABLE = "adoptable"


class Fate(Enum):
    """What becomes of a sync: its write may be refused, and the scaler may die before it reports an accepted one."""

    REPORTED = "reported"
    REFUSED = "refused"
    CRASHED = "crashed"


DEMANDS = st.sampled_from([0, 0, 1, 90])
HEALTH = st.sampled_from([True, True, False])


class Activation(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.status = AutoscalerStatus()
        self.memory = Memory.empty()
        self.min_replicas = 0
        self.demand = 0
        self.healthy = True
        self.pause: ExplicitPause | None = None

    @initialize(
        replicas=st.sampled_from([0, 2]),
        initial=st.sampled_from(InitialState),
        behavior=st.sampled_from(BEHAVIORS),
        cooldown=st.sampled_from([0, 60]),
    )
    def create(self, replicas: int, initial: InitialState, behavior: Behavior | None, cooldown: int) -> None:
        self.behavior = behavior
        self.zero_spec = ZeroSpec(initial=initial, cooldown_seconds=cooldown)
        self.replicas, self.zero = replicas, Zero.NONE
        self._written_by("kubectl")

    @rule(replicas=st.sampled_from([0, 1, 4, 4]), manager=st.sampled_from(["kubectl", "argocd"]))
    def somebody_scales(self, replicas: int, manager: str) -> None:
        """A write of the same count is none: managedFields don't move."""
        self.now += timedelta(seconds=1)
        if replicas != self.replicas:
            self.replicas = replicas
            self._written_by(manager)

    @rule()
    def somebody_wakes_it_and_zeroes_it_again(self) -> None:
        """Between two syncs, so that nobody sees it awake."""
        self.somebody_scales(4, "kubectl")
        self.somebody_scales(0, "kubectl")

    @rule()
    def somebody_zeroes_it_while_the_scaler_is_down(self) -> None:
        self.somebody_scales(0, "kubectl")
        self.memory = memory_of_status(self.status, self.now)

    @rule()
    def the_scaler_restarts(self) -> None:
        self.memory = memory_of_status(self.status, self.now)

    @rule(min_replicas=st.sampled_from([0, 0, 1]), paused=st.sampled_from([False, False, True]))
    def somebody_edits(self, min_replicas: int, *, paused: bool) -> None:
        self.min_replicas = min_replicas
        self.pause = ExplicitPause(reason="migration") if paused else None

    @rule(demand=DEMANDS, healthy=HEALTH, fate=st.sampled_from(Fate), seconds=st.sampled_from([15, 600]))
    def the_scaler_syncs(self, demand: int, fate: Fate, seconds: int, *, healthy: bool) -> None:
        self.now += timedelta(seconds=seconds)
        self.demand, self.healthy = demand, healthy
        self._sync(fate)

    @rule(fate=st.sampled_from(Fate))
    def it_falls_asleep(self, fate: Fate) -> None:
        """As far as it may: without demand, and with time for every window and cooldown; then `fate` strikes."""
        self.demand, self.healthy, self.min_replicas, self.pause = 0, True, 0, None
        for last in (False, False, True):
            self.now += timedelta(seconds=600)
            self._sync(fate if last else Fate.REPORTED)

    @rule(demand=DEMANDS)
    def demand_comes_back(self, demand: int) -> None:
        self.now += timedelta(seconds=15)
        self.demand, self.healthy = demand, True
        self._sync(Fate.REPORTED)

    def _sync(self, fate: Fate) -> None:
        decision, outcome, seen = self._decide(refused=fate is Fate.REFUSED)
        if fate is Fate.CRASHED:
            self.memory = memory_of_status(self.status, self.now)
            return
        settled = settle(decision, outcome, seen, SETTINGS)
        following = next_status(self.status, settled, outcome, now=self.now, generation=1)
        self.status = replace(following, memory=memory_in_status(settled.memory, self.now))
        self.memory = settled.memory
        claims = [condition.status for condition in self.status.conditions if condition.type == "ScaledToZero"]
        assert claims != ["True"] or self.replicas == 0
        assert self.status.state != AutoscalerState.PAUSED or self.replicas == 0

    def _decide(self, *, refused: bool) -> tuple[Decision, Outcome, Observation]:
        """One sync up to its write; everything that must never happen is looked for here."""
        before, whose, seen = self.replicas, self.zero, self._seen()
        decision = decide(seen, self.memory, SETTINGS)
        outcome: Outcome = NotNeeded()
        if decision.rescale is not None:
            rescale = decision.rescale
            outcome = Rejected(rescale=rescale, message="no") if refused else Accepted(rescale=rescale)
        self._nothing_is_undone(decision, before, whose)
        self._nothing_is_stuck(decision, before, whose)
        if isinstance(outcome, Accepted):
            self.replicas = outcome.rescale.desired
            self.zero = Zero.OURS if self.replicas == 0 else Zero.NONE
            self.writer = ReplicasWriter(kind=WriterKind.OURS, manager="lagzero", at=self.now)
        elif before == 0 and whose is Zero.ADOPTABLE:
            self.zero = Zero.OURS
        return decision, outcome, seen

    def _nothing_is_undone(self, decision: Decision, before: int, whose: Zero) -> None:
        """A zero of somebody else's, a pause that was asked for, and replicas while a metric can't be read."""
        if (before == 0 and whose is Zero.THEIRS) or self.pause is not None:
            assert decision.rescale is None
        if before > 0 and not self.healthy:
            assert decision.rescale is None or decision.rescale.desired > 0

    def _nothing_is_stuck(self, decision: Decision, before: int, whose: Zero) -> None:
        asked_for = self.demand > 0 or self.min_replicas > 0
        if before == 0 and whose is not Zero.THEIRS and asked_for and self.healthy and self.pause is None:
            assert decision.rescale is not None
            assert decision.rescale.desired > 0

    def _seen(self) -> Observation:
        """One metric shows the demand; the other shows none, and may break."""
        other = external_average(0, name="other")
        seen = observation(
            external_average(self.demand, target=30),
            other if self.healthy else unavailable(other),
            now=self.now,
            spec_replicas=self.replicas,
            min_replicas=self.min_replicas,
            max_replicas=10,
            behavior=self.behavior,
            zero=self.zero_spec,
            replicas_writer=self.writer,
        )
        return replace(seen, pause=self.pause)

    def _written_by(self, manager: str) -> None:
        """Somebody else's write; a zero from before the first sight may be adopted, if the spec says so."""
        self.writer = ReplicasWriter(kind=WriterKind.OTHER, manager=manager, at=self.now)
        adopts = self.zero_spec.initial is InitialState.SCALED_TO_ZERO
        unseen = self.memory.recommendations is None and not self._has_claim()
        self.zero = Zero.NONE
        if self.replicas == 0:
            self.zero = Zero.ADOPTABLE if adopts and unseen else Zero.THEIRS

    def _has_claim(self) -> bool:
        return any(condition.type == "ScaledToZero" for condition in self.status.conditions)


TestActivation = Activation.TestCase
TestActivation.settings = settings(max_examples=300, stateful_step_count=30, deadline=None)
