"""Claims about `scaler.controller.lanes`: who may begin, and who holds up whom."""

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.controller.lanes import Lanes


def key(name: str) -> AutoscalerId:
    return AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=NamespacedName("jobs", name))


def lanes(*waiting: str, quick: int = 2, slow: int = 2) -> Lanes:
    made = Lanes(quick=quick, slow=slow)
    for name in waiting:
        made.wait(key(name), 0.0)
    return made


def taken(made: Lanes) -> list[str]:
    """All that may begin now."""
    names = []
    while (due := made.take()) is not None:
        names.append(due[0].key.name)
    return names


def known_as_slow(made: Lanes, *names: str) -> None:
    for name in names:
        made.wait(key(name), 0.0)
        assert [name] == taken(made)
        made.overstays(key(name))
        made.ended(key(name))


def test_they_begin_in_the_order_of_arrival_while_there_are_places() -> None:
    assert ["a", "b"] == taken(lanes("a", "b", "c"))


def test_since_when_it_was_due_is_told() -> None:
    made = lanes()
    made.wait(key("a"), 7.5)
    assert (key("a"), 7.5) == made.take()


def test_one_that_ends_makes_room() -> None:
    made = lanes("a", "b", "c")
    taken(made)
    made.ended(key("a"))
    assert ["c"] == taken(made)


def test_one_that_overstays_makes_room_at_once() -> None:
    made = lanes("a", "b", "c")
    taken(made)
    made.overstays(key("a"))
    assert ["c"] == taken(made)


def test_the_end_of_one_that_overstayed_makes_no_room_twice() -> None:
    made = lanes("a", "b", "c", "d")
    taken(made)
    made.overstays(key("a"))
    taken(made)
    made.ended(key("a"))
    assert [] == taken(made)


def test_one_that_was_slow_needs_no_place_of_the_quick() -> None:
    made = lanes(quick=1)
    known_as_slow(made, "slow")
    for name in ("slow", "a", "b"):
        made.wait(key(name), 0.0)
    assert ["a", "slow"] == taken(made)


def test_the_slow_have_places_of_their_own_and_no_more() -> None:
    made = lanes(quick=1, slow=1)
    known_as_slow(made, "one", "two")
    for name in ("one", "two", "a"):
        made.wait(key(name), 0.0)
    assert ["a", "one"] == taken(made)


def test_one_that_overstays_keeps_its_place_until_the_slow_have_one() -> None:
    """Where everything is slow, no more run at once than there are places."""
    made = lanes("a", "b", "c", "d", quick=1, slow=1)
    taken(made)
    made.overstays(key("a"))
    taken(made)
    made.overstays(key("b"))
    before = taken(made)
    made.ended(key("a"))
    assert ([], ["c"]) == (before, taken(made))


def test_one_that_holds_a_quick_place_goes_before_a_slow_one_that_waits() -> None:
    made = lanes(quick=1, slow=1)
    known_as_slow(made, "slow")
    for name in ("a", "b"):
        made.wait(key(name), 0.0)
        taken(made)
        made.overstays(key(name))
    made.wait(key("slow"), 0.0)
    made.ended(key("a"))
    between = taken(made)
    made.ended(key("b"))
    assert ([], ["slow"]) == (between, taken(made))


def test_one_that_is_quick_again_is_one_of_the_quick() -> None:
    made = lanes(quick=1, slow=1)
    known_as_slow(made, "a")
    made.wait(key("a"), 0.0)
    taken(made)
    made.ended(key("a"))
    for name in ("a", "b"):
        made.wait(key(name), 0.0)
    assert ["a"] == taken(made)


def test_one_that_is_gone_is_not_remembered_as_slow() -> None:
    made = lanes(quick=1, slow=1)
    known_as_slow(made, "a")
    made.forget(key("a"))
    for name in ("a", "b"):
        made.wait(key(name), 0.0)
    assert ["a"] == taken(made)
