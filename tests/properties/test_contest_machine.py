"""Whoever changes our counts back is found out, whoever scales by hand now and then is not, and we back off meanwhile.

A machine of our own writes, of a second writer that answers them or leaves off, of humans, pauses and time.
"""

from datetime import datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scaler.algorithm.decision import Accepted, Rejected, Rescale, Withheld
from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.controller.contest import NO_CONTEST, PACE, QUIET, SOON, WINDOW, Contest, Sight, acted, looked
from tests.support.metric_builders import NOW

OURS = ReplicasWriter(kind=WriterKind.OURS, manager="lagzero-scaler")
RIVAL = ReplicasWriter(kind=WriterKind.OTHER, manager="argocd-controller")
HUMAN = ReplicasWriter(kind=WriterKind.OTHER, manager="kubectl")
LONGEST = SOON + WINDOW


class Fight(RuleBasedStateMachine):
    """One target. `answers` are the moments at which a look found a write of ours undone, soon after it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.contest: Contest = NO_CONTEST
        self.count, self.writer = 3, OURS
        self.wrote: list[datetime] = []
        self.answers: list[datetime] = []
        self.unanswered = False
        self.standing = 0

    @initialize(count=st.integers(1, 5))
    def begin(self, count: int) -> None:
        self.count, self.writer = count, HUMAN

    @rule(
        wanted=st.integers(0, 5),
        seconds=st.sampled_from([1, 15, 15, 60, 301]),
        taken=st.sampled_from([True] * 4 + [False]),
    )
    def we_look_and_write(self, wanted: int, seconds: int, *, taken: bool) -> None:
        self.now += timedelta(seconds=seconds)
        was_fight = self.contest.is_fight
        self._look()
        if wanted == self.count or (self.count == 0 and self.writer is not OURS):
            return
        if not self.contest.may_write(self.now):
            assert self.contest.is_fight
            assert self.wrote
            assert self.now - self.wrote[-1] < PACE
            self.contest = acted(self.contest, Withheld(because="it waits"), self.now)
            return
        if was_fight and self.contest.is_fight and self.wrote:
            assert self.now - self.wrote[-1] >= PACE
        rescale = Rescale(current=self.count, desired=wanted, reason="")
        if not taken:
            self.contest = acted(self.contest, Rejected(rescale=rescale, message="no"), self.now)
            return
        self.contest = acted(self.contest, Accepted(rescale=rescale), self.now)
        self.count, self.writer, self.unanswered = wanted, OURS, True
        self.standing = wanted
        self.wrote.append(self.now)

    @rule(count=st.integers(1, 5), seconds=st.integers(1, 60))
    def the_rival_writes_back(self, count: int, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
        if count != self.count:
            self.count, self.writer = count, RIVAL

    @rule(seconds=st.integers(1, 60))
    def a_human_pauses(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)
        if self.count:
            self.count, self.writer = 0, HUMAN

    @rule()
    def a_long_time_passes(self) -> None:
        self.now += LONGEST
        self._look()

    def _look(self) -> None:
        undone = self.unanswered and self.count != self.standing
        if undone:
            self.unanswered = False
            if self.count and self.now - self.wrote[-1] <= SOON:
                self.answers.append(self.now)
        self.contest = looked(self.contest, Sight(count=self.count, writer=self.writer), self.now)

    @invariant()
    def a_fight_takes_two_answers(self) -> None:
        """So nobody who scales once is ever in one."""
        if self.contest.is_fight:
            assert len(self.answers) >= 2
            assert any(later - sooner <= WINDOW for sooner, later in zip(self.answers, self.answers[1:], strict=False))

    @invariant()
    def a_fight_that_goes_on_is_known(self) -> None:
        """The last two answers came close to one another, and the last one just now."""
        if len(self.answers) >= 2 and self.answers[-1] == self.now and self.now - self.answers[-2] <= QUIET:
            assert self.contest.is_fight

    @invariant()
    def a_fight_is_over_soon_after_its_last_answer(self) -> None:
        later = looked(self.contest, Sight(count=self.count, writer=self.writer), self.now + LONGEST)
        assert not later.is_fight


TestFight = Fight.TestCase
TestFight.settings = settings(max_examples=300, stateful_step_count=30, deadline=None)
