"""How do all autoscalers stand together? By state, by trouble, and one by one as far as there is room for series.

Only who leads knows: a follower, or a scaler whose turn has ended, shows none of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from scaler.api.autoscaler import AutoscalerId
from scaler.api.states import AutoscalerState
from scaler.controller.notes import Notes
from scaler.controller.reconcile import Sync
from scaler.telemetry.standing import Standing, Trouble, standing_of

MOST_AUTOSCALERS: Final = 500
UNKNOWN_STATE: Final = "Unknown"


class Census(Collector):
    """Counts anew whenever somebody asks. `leads` and `is_there` are asked then, too: what is gone isn't counted."""

    def __init__(self, *, leads: Callable[[], bool], is_there: Callable[[AutoscalerId], bool]) -> None:
        self._leads = leads
        self._is_there = is_there
        self._standings: dict[AutoscalerId, Standing] = {}

    def synced(self, autoscaler: AutoscalerId, sync: Sync, notes: Notes) -> None:
        """Its newest sync, and what was noted beside it."""
        self._standings[autoscaler] = standing_of(sync, notes)

    def collect(self) -> Iterable[Metric]:
        """The families, without samples while this scaler doesn't lead."""
        if not self._leads():
            self._standings.clear()
        for gone in [key for key in self._standings if not self._is_there(key)]:
            del self._standings[gone]
        yield from self._sums()
        yield from self._one_by_one()

    def _sums(self) -> Iterator[Metric]:
        states, troubles = _family("autoscalers_by_state", "state"), _family("autoscalers_in_trouble", "trouble")
        if self._leads():
            by_state = Counter(_state(each) for each in self._standings.values())
            by_trouble = Counter(trouble for each in self._standings.values() for trouble in each.troubles)
            for state in (*AutoscalerState, UNKNOWN_STATE):
                states.add_metric([state], by_state[state])
            for trouble in Trouble:
                troubles.add_metric([trouble.value], by_trouble[trouble])
        yield from (states, troubles)

    def _one_by_one(self) -> Iterator[Metric]:
        current, desired = (_family(f"autoscaler_{name}_replicas", "autoscaler") for name in ("current", "desired"))
        for key, standing in islice(self._standings.items(), MOST_AUTOSCALERS):
            if standing.current_replicas is not None:
                current.add_metric([str(key)], standing.current_replicas)
            if standing.desired_replicas is not None:
                desired.add_metric([str(key)], standing.desired_replicas)
        # Of the many, few are in trouble: these have room of their own, so that an alert can name every one of them.
        trouble = _family("autoscaler_trouble", "autoscaler", "trouble")
        troubled = ((key, each) for key, each in self._standings.items() if each.troubles)
        for key, standing in islice(troubled, MOST_AUTOSCALERS):
            for found in standing.troubles:
                trouble.add_metric([str(key), found.value], 1)
        yield from (current, desired, trouble)


_HELP: Final = {
    "autoscalers_by_state": "Autoscalers by the state that their last sync left.",
    "autoscalers_in_trouble": "Autoscalers by what is wrong with them.",
    "autoscaler_current_replicas": "Replicas that the last sync saw, of the first 500 autoscalers.",
    "autoscaler_desired_replicas": "Replicas that the last sync computed, of the first 500 autoscalers.",
    "autoscaler_trouble": "1 while something is wrong with the autoscaler, for 500 of those in trouble.",
}


def _family(name: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"lagzero_scaler_{name}", _HELP[name], labels=labels)


def _state(standing: Standing) -> str:
    return UNKNOWN_STATE if standing.state is None else standing.state.value
