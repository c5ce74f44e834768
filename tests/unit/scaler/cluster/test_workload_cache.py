"""Claims about `scaler.cluster.workloads`: which state of a workload the copy keeps."""

from adapter.kube.meta import NamespacedName
from scaler.cluster.workloads import WireWorkload, WorkloadCache, decode_workload
from tests.unit.scaler.cluster.test_workloads import DEPLOYMENTS, KEY, wire


def cache(*items: WireWorkload) -> WorkloadCache:
    made = WorkloadCache(DEPLOYMENTS)
    made.replaced(items, None)
    return made


def version_in(kept: WorkloadCache, key: NamespacedName = KEY) -> str | None:
    found = kept.get(key)
    return None if found is None else found.target.resource_version


def test_what_was_listed_is_known() -> None:
    assert "7" == version_in(cache(wire()))


def test_what_a_new_list_leaves_out_is_gone() -> None:
    kept = cache(wire())
    kept.replaced([], None)
    assert version_in(kept) is None


def test_the_list_of_one_namespace_leaves_the_others_alone() -> None:
    kept = cache(wire(), wire(namespace="other"))
    kept.replaced([], "jobs")
    assert (None, "7") == (version_in(kept), version_in(kept, NamespacedName("other", "worker")))


def test_a_change_is_taken_in() -> None:
    kept = cache(wire())
    kept.applied(wire(version="8"))
    assert "8" == version_in(kept)


def test_what_was_deleted_is_gone() -> None:
    kept = cache(wire())
    kept.deleted(wire(version="9"))
    assert version_in(kept) is None


def test_what_we_wrote_is_known_before_the_watch_tells_it() -> None:
    kept = cache(wire())
    kept.wrote(KEY, decode_workload(wire(version="12"), DEPLOYMENTS))
    assert "12" == version_in(kept)


def test_a_watch_that_lags_behind_our_write_does_not_undo_it() -> None:
    kept = cache(wire())
    kept.wrote(KEY, decode_workload(wire(version="12"), DEPLOYMENTS))
    kept.applied(wire(version="9"))
    assert "12" == version_in(kept)


def test_versions_are_compared_as_numbers() -> None:
    kept = cache(wire(version="9"))
    kept.applied(wire(version="10"))
    assert "10" == version_in(kept)


def test_a_version_that_is_no_number_is_taken_as_newer() -> None:
    kept = cache(wire(version="12"))
    kept.applied(wire(version="opaque"))
    assert "opaque" == version_in(kept)


def test_an_answer_to_our_write_does_not_bring_back_what_was_deleted_meanwhile() -> None:
    kept = cache(wire())
    kept.deleted(wire(version="11"))
    kept.wrote(KEY, decode_workload(wire(version="10"), DEPLOYMENTS))
    assert version_in(kept) is None


def test_an_answer_to_our_write_does_not_cover_one_that_was_made_again_meanwhile() -> None:
    kept = cache(wire())
    kept.deleted(wire(version="11"))
    kept.applied(wire(version="12", uid="uid-2"))
    kept.wrote(KEY, decode_workload(wire(version="10"), DEPLOYMENTS))
    assert "12" == version_in(kept)


def test_an_answer_that_comes_after_the_watch_has_told_more_is_old() -> None:
    kept = cache(wire())
    kept.applied(wire(version="15"))
    kept.wrote(KEY, decode_workload(wire(version="12"), DEPLOYMENTS))
    assert "15" == version_in(kept)


def test_one_that_was_made_again_is_taken_in_whatever_its_version() -> None:
    kept = cache(wire(version="12"))
    kept.applied(wire(version="9", uid="uid-2"))
    assert "9" == version_in(kept)
