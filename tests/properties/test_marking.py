"""Laws of marking Pods that are to go: few patches, and never a busy one before an idle one."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.model import Pod
from scaler.api.deletion_cost import OUR_COST
from scaler.api.types import Milli
from scaler.controller.marking import marks_for
from tests.support.metric_builders import pod

NAMES = "abcdefgh"
OURS = ("", OUR_COST)
pods = st.lists(
    st.builds(
        lambda name, ready, phase, deleting, cost: pod(
            name, ready=ready, phase=phase, deleting=deleting, deletion_cost=cost
        ),
        st.sampled_from(NAMES),
        st.sampled_from(["True", "False", None]),
        st.sampled_from(["Running", "Running", "Pending", "Failed"]),
        st.sampled_from([False, False, True]),
        st.sampled_from([*OURS, *OURS, "5", "-5"]),
    ),
    max_size=len(NAMES),
    unique_by=lambda each: each.name,
)
works = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 3).map(lambda jobs: Milli(jobs * 1000)))
counts = st.integers(0, 9)


@given(there=pods, work=works, current=counts, desired=counts)
def test_there_are_never_more_patches_than_pods_that_go(
    there: Sequence[Pod], work: Mapping[str, Milli], current: int, desired: int
) -> None:
    assert len(marks_for(there, work, current=current, desired=desired)) <= max(0, current - desired)


@given(there=pods, work=works, current=counts, desired=counts)
def test_no_pod_is_marked_while_one_that_is_less_busy_is_not(
    there: Sequence[Pod], work: Mapping[str, Milli], current: int, desired: int
) -> None:
    marks = marks_for(there, work, current=current, desired=desired)
    ours = [each for each in there if each.deletion_cost in OURS and not each.deleting and each.phase != "Failed"]
    after = {each.name for each in ours if each.deletion_cost == OUR_COST} - set(marks.taken_off) | set(marks.put)
    unmarked = [work.get(each.name, 0) for each in ours if each.name not in after]
    assert [] == [name for name in marks.put if any(jobs < work.get(name, 0) for jobs in unmarked)]


@given(there=pods, work=works, current=counts, desired=counts)
def test_only_pods_that_are_there_and_nobody_elses_are_patched(
    there: Sequence[Pod], work: Mapping[str, Milli], current: int, desired: int
) -> None:
    marks = marks_for(there, work, current=current, desired=desired)
    by_name = {each.name: each for each in there}
    assert {("", name) for name in marks.put} | {(OUR_COST, name) for name in marks.taken_off} == {
        (by_name[name].deletion_cost, name) for name in (*marks.put, *marks.taken_off) if not by_name[name].deleting
    }


@given(there=pods, work=works, current=counts, desired=counts)
def test_looking_again_at_once_finds_less_to_do(
    there: Sequence[Pod], work: Mapping[str, Milli], current: int, desired: int
) -> None:
    """A write of the count that fails after its marks leads to no endless row of patches."""
    for _ in range(len(NAMES)):
        marks = marks_for(there, work, current=current, desired=desired)
        there = [pod_after(each, put=marks.put, taken_off=marks.taken_off) for each in there]
    assert not marks_for(there, work, current=current, desired=desired)


def pod_after(before: Pod, *, put: tuple[str, ...], taken_off: tuple[str, ...]) -> Pod:
    cost = OUR_COST if before.name in put else "" if before.name in taken_off else before.deletion_cost
    ready = None if before.ready is None else before.ready.status
    return pod(before.name, ready=ready, phase=before.phase, deleting=before.deleting, deletion_cost=cost)
