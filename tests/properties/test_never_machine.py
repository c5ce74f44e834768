"""Whatever happens: no human's zero is undone, none of ours is stuck, and nothing shrinks on what isn't known.

Humans and other writers, metrics and Pods that can't be read, ends of the process at any moment, a lease that is lost,
a watch that is behind, writes that are refused or whose answers are lost, clocks that are set, and edits of the spec.
What must never be is looked for where the API server takes a count in: see `never_oracle`.
"""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from scaler.controller.pause import PAUSED
from tests.properties.never_life import METRICS, Fate, Life, Meanwhile
from tests.properties.never_oracle import Whose
from tests.properties.never_people import By
from tests.properties.never_specs import ASKED, Asked
from tests.support.sizes import chosen

PERIOD = 15
PATIENCE = 12
"""Looks within which demand wakes whatever may wake: longer than any window or pause in a fight here."""


class Never(RuleBasedStateMachine):
    """Each rule is one thing that happens to one autoscaler."""

    life: Life | None = None

    @initialize(asked=ASKED)
    def begin(self, asked: Asked) -> None:
        self.life = Life(asked)

    def teardown(self) -> None:
        if self.life is not None:
            self.life.held.close()

    @property
    def alive(self) -> Life:
        assert self.life is not None
        return self.life

    @rule(seconds=st.sampled_from([1, 60, 301]))
    def time_passes(self, seconds: int) -> None:
        self.alive.clock.pass_by(seconds)

    @rule(count=st.sampled_from([0, 1, 4, 4, 20]), by=st.sampled_from(By))
    def somebody_scales(self, count: int, by: By) -> None:
        self.alive.people.scale(count, by)

    @rule(count=st.integers(1, 10))
    def the_stock_controller_scales(self, count: int) -> None:
        if self.alive.asked.is_stock:
            self.alive.people.stock_scales(count)

    @rule(what=st.sampled_from(Meanwhile))
    def somebody_does(self, what: Meanwhile) -> None:
        self.alive.does(what)

    @rule(count=st.sampled_from([0, 2, None]))
    def the_workload_is_deleted(self, count: int | None) -> None:
        """And made again, maybe."""
        self.alive.people.make_again(count or 0)
        if count is None:
            self.alive.api.workload, self.alive.oracle.whose = None, Whose.NOBODYS

    @rule(name=st.sampled_from(METRICS), shown=st.sampled_from([None, 0, 0, 0.001, 5, 90, -50, 9e15]))
    def a_metric_shows(self, name: str, shown: float | None) -> None:
        self.alive.around.shown[name] = shown

    @rule(ready=st.booleans(), seen=st.booleans())
    def pods_are(self, *, ready: bool, seen: bool) -> None:
        self.alive.around.pods_are_ready, self.alive.around.pods_are_seen = ready, seen

    @rule(minimum=st.sampled_from([0, 0, 1, 2]), maximum=st.sampled_from([2, 10, 10]), paused=st.booleans())
    def somebody_edits(self, minimum: int, maximum: int, *, paused: bool) -> None:
        asked = self.alive.asked
        asked.minimum, asked.maximum = minimum, maximum
        self.alive.api.edited(asked.spec(), {PAUSED: "true"} if paused else {})

    @rule(mode=st.sampled_from(["Active", "Active", "Shadow"]), cooldown=st.sampled_from([0, 120]))
    def somebody_edits_zero(self, mode: str, cooldown: int) -> None:
        asked = self.alive.asked
        asked.zero = {**asked.zero, "mode": mode, "cooldownSeconds": cooldown}
        self.alive.api.edited(asked.spec(), {})

    @rule(hours=st.sampled_from([-1, 1]))
    def the_clock_is_set(self, hours: int) -> None:
        """And that is noticed and noted, before another process begins: that one could not know."""
        self.alive.clock.set_by(timedelta(hours=hours))
        self.alive.looks_after(PERIOD)

    @rule()
    def the_process_ends(self) -> None:
        self.alive.restart()

    @rule()
    def the_status_is_lost(self) -> None:
        self.alive.loses_status()

    @rule()
    def the_autoscaler_is_deleted(self) -> None:
        self.alive.deletes_autoscaler()

    @rule(fate=st.sampled_from(Fate), what=st.sampled_from(Meanwhile), told=st.sampled_from([True, True, False]))
    def the_scaler_looks(self, fate: Fate, what: Meanwhile, *, told: bool) -> None:
        self.alive.clock.pass_by(PERIOD)
        self.alive.looks(fate, what, told=told)

    @rule(looks=st.integers(1, 30))
    def nothing_is_asked_for(self, looks: int) -> None:
        """For a while, in which it falls asleep if it may."""
        life = self.alive
        life.around.shown = dict.fromkeys(METRICS, 0.0)
        for _ in range(looks):
            life.looks_after(PERIOD)

    @rule(demands=st.lists(st.sampled_from([0.0, 0.0, 30.0, 90.0]), min_size=1, max_size=6))
    def demand_comes_and_goes(self, demands: list[float]) -> None:
        for demand in demands:
            self.alive.around.shown["lag"] = demand
            self.alive.looks_after(PERIOD)

    @rule(demand=st.sampled_from([1, 400]))
    def all_is_well_and_there_is_demand(self, demand: int) -> None:
        """Then everything runs but what somebody has paused, who ends that after a while."""
        life = self.alive
        self._put_right(life, float(demand))
        life.looks_after(PERIOD)
        is_paused = life.oracle.whose is Whose.THEIRS
        for _ in range(PATIENCE):
            life.looks_after(PERIOD)
        assert life.api.workload is not None
        assert is_paused == (life.api.workload.count == 0)
        if is_paused:
            life.people.scale(2)

    def _put_right(self, life: Life, demand: float) -> None:
        life.around.shown = {"lag": demand, "other": 0.0, "work": 0.0}
        life.around.pods_are_ready = life.around.pods_are_seen = True
        life.asked.zero = {**life.asked.zero, "mode": "Active"}
        life.api.edited(life.asked.spec(), {})
        if life.api.workload is None:
            life.people.make_again(2)
        life.people.annotate(PAUSED, "false")


TestNever = pytest.mark.timeout(1800)(Never.TestCase)
# The short form is the same in every run: what it finds it has always found.
TestNever.settings = settings(
    max_examples=chosen(15, 3_000),
    stateful_step_count=30,
    deadline=None,
    derandomize=chosen(1, 0) == 1,
    suppress_health_check=[HealthCheck.too_slow],
)
