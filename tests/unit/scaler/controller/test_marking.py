"""Claims about `scaler.controller.marking`: which Pods should go, and which patches that takes."""

import pytest

from scaler.algorithm.model import Pod
from scaler.api.deletion_cost import OUR_COST
from scaler.api.types import Milli
from scaler.controller.marking import NOTHING_MARKED, Marking, Marks, marks_for
from tests.support.metric_builders import pod

ONE_JOB = Milli(1000)


def pods(names: str) -> list[Pod]:
    return [pod(name) for name in names]


def marked(name: str) -> Pod:
    return pod(name, deletion_cost=OUR_COST)


def work(busy: str) -> dict[str, Milli]:
    return dict.fromkeys(busy, ONE_JOB)


def test_the_idle_are_marked_and_nobody_else() -> None:
    assert Marks(put=("a", "c", "e")) == marks_for(pods("abcde"), work("bd"), current=5, desired=2)


def test_among_the_busy_the_least_busy_are() -> None:
    jobs = {"a": Milli(3000), "b": Milli(1000), "c": Milli(2000)}
    assert Marks(put=("b", "c")) == marks_for(pods("abc"), jobs, current=3, desired=1)


def test_among_equals_the_first_by_name_are() -> None:
    assert Marks(put=("a", "c")) == marks_for(pods("edcab"), work("b"), current=5, desired=3)


def test_among_equals_one_that_is_not_ready_goes_first() -> None:
    """Kubernetes takes it first anyway."""
    there = [*pods("abc"), pod("d", ready="False"), pod("e", ready=None)]
    assert Marks(put=("d", "e")) == marks_for(there, work("a"), current=5, desired=3)


def test_among_equals_one_that_has_its_mark_keeps_it() -> None:
    assert Marks(put=("a",)) == marks_for([*pods("abc"), marked("d")], work("c"), current=4, desired=2)


def test_one_that_is_marked_and_busy_by_now_is_unmarked() -> None:
    there = [marked("a"), *pods("bcd")]
    assert Marks(put=("b",), taken_off=("a",)) == marks_for(there, work("a"), current=4, desired=2)


def test_where_one_patch_is_all_there_is_the_busy_one_is_unmarked_first() -> None:
    assert Marks(taken_off=("a",)) == marks_for([marked("a"), *pods("bc")], work("a"), current=3, desired=2)


def test_of_many_that_are_to_be_unmarked_the_busiest_come_first() -> None:
    there = [marked("a"), marked("b"), *pods("cd")]
    jobs = {"a": Milli(1000), "b": Milli(2000)}
    assert Marks(taken_off=("b",)) == marks_for(there, jobs, current=4, desired=3)


def test_once_all_marks_are_as_they_should_be_nothing_is_written() -> None:
    assert not marks_for([marked("a"), marked("b"), *pods("c")], work("c"), current=3, desired=1)


@pytest.mark.parametrize("gone", [pod("z", deleting=True), pod("z", phase="Succeeded"), pod("z", phase="Failed")])
def test_a_pod_that_is_no_more_is_not_marked_and_not_counted(gone: Pod) -> None:
    assert Marks(put=("a",)) == marks_for([*pods("abc"), gone], work("c"), current=4, desired=2)


def test_a_rollout_has_more_pods_than_the_count_of_which_only_the_difference_is_ours() -> None:
    assert Marks(put=("a",)) == marks_for(pods("abcd"), work("d"), current=3, desired=2)


@pytest.mark.parametrize("cost", ["0", "100", "low"])
def test_a_cost_that_somebody_else_wrote_is_left_alone(cost: str) -> None:
    there = [pod("a", deletion_cost=cost), *pods("bc")]
    assert Marks(put=("b",)) == marks_for(there, work("c"), current=3, desired=2)


def test_a_lower_cost_than_ours_takes_its_pod_first_and_leaves_less_to_choose() -> None:
    there = [pod("a", deletion_cost="-100"), *pods("bcd")]
    assert Marks(put=("b",)) == marks_for(there, work("ad"), current=4, desired=2)


@pytest.mark.parametrize(
    ("there", "busy", "current", "desired"),
    [
        (pods("abc"), "c", 3, 0),
        (pods("abc"), "", 3, 1),
        (pods("abc"), "abc", 3, 1),
        (pods("ab"), "a", 5, 2),
        (pods("abc"), "c", 3, 3),
        (pods("abc"), "c", 3, 5),
        ([], "", 3, 1),
        ([pod("a", deletion_cost="-5"), *pods("bc")], "c", 3, 2),
    ],
    ids=["to zero", "all idle", "all alike", "enough are gone", "none goes", "more come", "none there", "outranked"],
)
def test_where_there_is_no_choice_nothing_is_written(there: list[Pod], busy: str, current: int, desired: int) -> None:
    assert Marks() == marks_for(there, work(busy), current=current, desired=desired)


def test_a_marking_without_trouble_says_nothing() -> None:
    assert () == NOTHING_MARKED.events


@pytest.mark.parametrize(
    ("waits", "what"), [(True, "the scale-in waits"), (False, "the scale-in goes on, and may take a busy one")]
)
def test_a_marking_that_failed_says_what_that_means(waits: bool, what: str) -> None:
    (event,) = Marking(because="no right to patch", waits=waits).events
    text = f"the Pods that are least busy could not be marked, so {what}: no right to patch"
    assert ("Warning", "PodsNotMarked", text) == (event.type, event.reason, event.message)
