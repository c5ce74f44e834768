"""Claims about `scaler.cluster.autoscalers`: which autoscalers are known, and who is told of a change."""

from structlog.testing import capture_logs

from scaler.api.autoscaler import AutoscalerId
from tests.unit.scaler.cluster.autoscaler_caches import A, B, Cache, wire


def test_what_was_listed_is_known() -> None:
    found = Cache(wire(A)).cache.get(A)
    assert found is not None
    assert A == found.id


def test_it_counts_what_it_knows() -> None:
    assert 2 == len(Cache(wire(A), wire(B)).cache)


def test_each_object_of_a_list_is_told() -> None:
    made = Cache()
    made.ours.replaced([wire(A), wire(B)], None)
    assert {A, B} == set(made.told)


def test_what_a_new_list_leaves_out_is_told_and_gone() -> None:
    made = Cache(wire(A))
    made.ours.replaced([], None)
    assert ([A], None) == (made.told, made.cache.get(A))


def test_the_list_of_one_namespace_leaves_the_others_alone() -> None:
    made = Cache(wire(A), wire(B))
    made.ours.replaced([], "jobs")
    assert ([A], True) == (made.told, made.cache.get(B) is not None)


def test_when_a_change_is_told_it_is_known_already() -> None:
    made = Cache(wire(A))
    seen: list[int] = []

    def look(changed: AutoscalerId) -> None:
        found = made.cache.get(changed)
        assert found is not None
        seen.append(found.generation)

    made.cache.subscribe(look)
    made.ours.applied(wire(A, generation=2))
    assert [2] == seen


def test_a_deletion_is_told_and_gone() -> None:
    made = Cache(wire(A))
    made.ours.deleted(wire(A))
    assert ([A], None) == (made.told, made.cache.get(A))


def test_every_listener_is_told() -> None:
    made = Cache()
    others: list[AutoscalerId] = []
    made.cache.subscribe(others.append)
    made.ours.applied(wire(A))
    assert ([A], [A]) == (made.told, others)


def fault(made: Cache) -> str:
    found = made.cache.get(A)
    assert found is not None
    return found.fault


def test_an_object_that_cannot_be_read_is_kept_with_its_fault_and_said() -> None:
    made = Cache()
    with capture_logs() as logs:
        made.ours.applied(wire(A, broken=True))
    assert "spec.metrics[0].external.target.value" in fault(made)
    assert [("cannot read autoscaler", "jobs/a")] == [(entry["event"], entry["autoscaler"]) for entry in logs]


def test_the_complaint_names_the_field() -> None:
    with capture_logs() as logs:
        Cache().ours.applied(wire(A, broken=True))
    assert "spec.metrics[0].external.target.value" in logs[0]["reason"]


def test_one_that_can_be_read_again_has_no_fault_any_more() -> None:
    made = Cache()
    with capture_logs():
        made.ours.applied(wire(A, broken=True))
    made.ours.applied(wire(A))
    assert "" == fault(made)


def test_one_that_can_no_longer_be_read_has_a_fault_from_then_on() -> None:
    made = Cache(wire(A))
    with capture_logs():
        made.ours.applied(wire(A, broken=True))
    assert ([A], True) == (made.told, fault(made) != "")


def test_one_that_cannot_be_read_takes_no_other_with_it() -> None:
    made = Cache()
    with capture_logs():
        made.ours.replaced([wire(A, broken=True), wire(B)], None)
    assert (2, True) == (len(made.cache), made.cache.get(B) is not None)
