"""What happens in one look, and around it? A life of one autoscaler: syncs with a fate, and what comes between."""

import asyncio
from contextlib import ExitStack
from enum import Enum, auto

from structlog.testing import capture_logs

from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.controller.pause import PAUSED
from tests.properties.never_api import SmallApi, Workload
from tests.properties.never_clock import TwoClocks
from tests.properties.never_oracle import Oracle, Whose
from tests.properties.never_people import By, People
from tests.properties.never_process import Lease, Process, Surroundings
from tests.properties.never_specs import Asked

METRICS = ("lag", "other", "work")


class Fate(Enum):
    """What becomes of a sync."""

    WELL = auto()
    COUNT_REFUSED = auto()
    ANSWER_LOST = auto()
    STATUS_REFUSED = auto()
    LEASE_LOST = auto()
    KILLED_BEFORE_THE_COUNT = auto()
    KILLED_AFTER_THE_COUNT = auto()
    KILLED_BEFORE_THE_STATUS = auto()


_UNSAVED = {Fate.STATUS_REFUSED, Fate.LEASE_LOST}
_STRUCK_BEFORE = {Fate.KILLED_BEFORE_THE_COUNT: "count", Fate.KILLED_BEFORE_THE_STATUS: "status"}


class Meanwhile(Enum):
    """What somebody does, in the worst case between the look and the write."""

    NOTHING = auto()
    SCALES_UP = auto()
    TO_ZERO = auto()
    THERE_AND_BACK = auto()
    PAUSES = auto()
    DEPLOYS = auto()


class KilledError(Exception):
    """The process is gone."""


class Life:
    """One autoscaler, its workload, its scaler, and who knows the truth about them. To be closed."""

    def __init__(self, asked: Asked) -> None:
        self.held = ExitStack()
        self.held.enter_context(capture_logs())
        self._runner = self.held.enter_context(asyncio.Runner())
        self.asked, self.clock, self._lease, self._uid = asked, TwoClocks(), Lease(), 1
        workload = Workload(count=asked.count, owners={("kubectl", "Update"): "2026-01-01T11:00:00Z"})
        self.api = SmallApi(self.clock, workload, asked.document(self._uid))
        self.around = Surroundings(self.api, dict.fromkeys(METRICS, 0.0))
        self.oracle = Oracle(api=self.api, around=self.around, lease=self._lease, whose=Whose.NOBODYS)
        self.people = People(api=self.api, oracle=self.oracle, adopts=asked.adopts)
        self.oracle.whose = self.people.whose_if(asked.count)
        self.api.before_write, self.api.after_count = self._before_write, self._after_count
        self._fate, self._meanwhile, self._is_unsaved = Fate.WELL, Meanwhile.NOTHING, False
        self.process = self._begun()

    def looks_after(self, seconds: float, fate: Fate = Fate.WELL) -> None:
        """A look at everything, after a while."""
        self.clock.pass_by(seconds)
        self.looks(fate)

    def looks(self, fate: Fate, meanwhile: Meanwhile = Meanwhile.NOTHING, *, told: bool = True) -> None:
        """One sync; without being `told` it goes by what the watch told before."""
        if told:
            self.process.watch_tells()
        self._fate, self._meanwhile = fate, meanwhile
        self._lease.held = fate is not Fate.LEASE_LOST
        self.api.counts_are_refused = fate is Fate.COUNT_REFUSED
        self.api.answers_are_lost = fate is Fate.ANSWER_LOST
        self.api.statuses_are_refused = fate is Fate.STATUS_REFUSED
        self.oracle.begins(self.process.seen)
        try:
            self.oracle.ended(self._runner.run(self.process.sync()))
            self._is_unsaved = fate in _UNSAVED
        except KilledError:
            self.restart()
        self._fate, self._lease.held = Fate.WELL, True
        if told and (fate, meanwhile) == (Fate.WELL, Meanwhile.NOTHING):
            self._takes_its_word()
        self._settle()

    def restart(self) -> None:
        """The process ends, and another begins, as after a crash and as after a fail-over.

        What could not be noted is forgotten then.
        """
        if self._is_unsaved:
            self.oracle.forgets()
        self._is_unsaved = False
        self.process = self._begun()

    def does(self, what: Meanwhile) -> None:
        """Somebody does."""
        match what:
            case Meanwhile.SCALES_UP:
                self.people.scale(5)
            case Meanwhile.TO_ZERO:
                self.people.scale(0)
            case Meanwhile.THERE_AND_BACK:
                self.people.scale(4, By.PATCH)
                self.people.scale(0)
            case Meanwhile.PAUSES:
                self.people.annotate(PAUSED, "true")
            case Meanwhile.DEPLOYS:
                self.people.deploy()
            case Meanwhile.NOTHING:
                pass

    def loses_status(self) -> None:
        """As after a restore from a backup, with a scaler that begins anew: what is at zero is seen first."""
        self.api.status_is_lost()
        self.oracle.forgets()
        if self.asked.adopts and self.oracle.whose is Whose.THEIRS:
            self.oracle.whose = Whose.EITHER
        self.restart()

    def deletes_autoscaler(self) -> None:
        """It is made again once nothing holds it."""
        self.api.autoscaler_is_deleted()
        self._settle()

    def _settle(self) -> None:
        if self.api.is_gone:
            self._uid += 1
            self.api.autoscaler = self.asked.document(self._uid)
            self.loses_status()

    def _takes_its_word(self) -> None:
        """For whose the zero is, where the spec leaves that to the first look."""
        self.process.watch_tells()
        conditions = {each.type: each.status for each in self.process.seen.status.conditions}
        is_ours = conditions.get(ConditionType.SCALED_TO_ZERO) == ConditionStatus.TRUE
        if self.oracle.whose is Whose.EITHER:
            self.oracle.whose = Whose.OURS if is_ours else Whose.THEIRS

    def _begun(self) -> Process:
        return Process(self.api, self.around, self._lease, self.asked.kind)

    def _before_write(self, what: str) -> None:
        if _STRUCK_BEFORE.get(self._fate) == what:
            raise KilledError
        self.oracle.writes(what)
        if what == "count":
            meanwhile, self._meanwhile = self._meanwhile, Meanwhile.NOTHING
            self.does(meanwhile)

    def _after_count(self, before: int, count: int) -> None:
        self.oracle.wrote(before, count)
        if self._fate is Fate.KILLED_AFTER_THE_COUNT:
            raise KilledError
