"""Claims about `scaler.controller.observe`: pods that several autoscalers' targets select."""

from adapter.kube.meta import NamespacedName
from adapter.kube.selectors import parse_selector
from scaler.algorithm.model import SelectorFault
from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.controller.overlap import Neighbour
from tests.support.metric_builders import ready_pods
from tests.unit.scaler.controller.seen import world
from tests.unit.scaler.controller.test_observe import BACKLOG, seen

NEIGHBOUR = Neighbour(
    id=AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", "other")),
    selector=parse_selector("tier=workers"),
)


async def test_pods_that_a_neighbours_target_selects_too_make_the_selector_ambiguous() -> None:
    made = world(BACKLOG)
    made.rivals.neighbours, made.pods.pods = (NEIGHBOUR,), ready_pods(1)
    found = (await seen(made)).observation.pods
    assert isinstance(found, SelectorFault)
    expected = ("AmbiguousSelector", "pods by selector app=worker are controlled by more than one HPA")
    assert expected == (found.reason, found.message.partition(" (e.g.")[0])


async def test_what_both_select_is_asked_for_with_both_selectors() -> None:
    made = world(BACKLOG)
    made.rivals.neighbours, made.pods.pods = (NEIGHBOUR,), ()
    assert () == (await seen(made)).observation.pods
    assert ["app=worker,tier=workers"] == [selector for _, selector in made.pods.asked]


async def test_without_a_neighbour_no_pod_is_asked_for_by_an_average() -> None:
    made = world(BACKLOG)
    await seen(made)
    assert [] == made.pods.asked
