"""Claims about `scaler.cluster.autoscalers`: which stock autoscalers are ours to sync, and whose rivals they are."""

import pytest
from structlog.testing import capture_logs

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import AutoscalerId
from scaler.api.wire import WireZero
from tests.unit.scaler.cluster.autoscaler_caches import ASKED, WEB, ZPA, A, Cache, wire


def test_an_annotated_stock_autoscaler_is_ours_to_sync() -> None:
    made = Cache(stock=[wire(WEB, annotations=ASKED)])
    found = made.cache.get(WEB)
    assert found is not None
    assert (1, True) == (len(made.cache), found.companion is not None)


def test_any_other_stock_autoscaler_is_not_and_nobody_is_told() -> None:
    made = Cache()
    made.theirs.applied(wire(WEB))
    made.theirs.deleted(wire(WEB))
    assert (0, None, []) == (len(made.cache), made.cache.get(WEB), made.told)


def test_one_that_loses_its_annotation_is_told_and_gone() -> None:
    made = Cache(stock=[wire(WEB, annotations=ASKED)])
    made.theirs.applied(wire(WEB))
    assert ([WEB], None) == (made.told, made.cache.get(WEB))


def test_a_list_of_one_kind_leaves_the_other_alone() -> None:
    made = Cache(wire(A), stock=[wire(WEB, annotations=ASKED)])
    made.ours.replaced([], None)
    assert ([A], True) == (made.told, made.cache.get(WEB) is not None)


@pytest.mark.parametrize("annotations", [None, ASKED], ids=["stock", "companion"])
def test_a_stock_autoscaler_of_the_same_target_is_a_rival(annotations: dict[str, str] | None) -> None:
    assert (WEB,) == Cache(wire(A), stock=[wire(WEB, annotations=annotations)]).rivals(A)


def test_a_rival_that_a_new_list_leaves_out_is_none_any_more() -> None:
    made = Cache(wire(A), stock=[wire(WEB)])
    made.theirs.replaced([], None)
    assert () == made.rivals(A)


def test_a_rival_of_which_the_target_changes_is_none_any_more() -> None:
    made = Cache(wire(A), stock=[wire(WEB)])
    made.theirs.applied(wire(WEB, target="other"))
    assert () == made.rivals(A)


def test_a_rival_that_is_deleted_is_none_any_more() -> None:
    made = Cache(wire(A), stock=[wire(WEB)])
    made.theirs.deleted(wire(WEB))
    assert () == made.rivals(A)


def test_a_stock_autoscaler_that_cannot_be_read_still_scales() -> None:
    with capture_logs():
        made = Cache(wire(A), stock=[wire(WEB, broken=True, annotations=ASKED)])
    assert (WEB,) == made.rivals(A)


def test_an_annotated_one_that_cannot_be_read_comes_with_its_fault() -> None:
    with capture_logs():
        found = Cache(stock=[wire(WEB, broken=True, annotations=ASKED)]).cache.get(WEB)
    assert found is not None
    assert (True, True) == (found.fault.startswith("spec.metrics[0]"), found.companion is not None)


def test_any_other_that_cannot_be_read_is_left_alone_without_a_word() -> None:
    with capture_logs() as logs:
        made = Cache(stock=[wire(WEB, broken=True)])
    assert (None, []) == (made.cache.get(WEB), logs)


def test_what_cannot_be_read_is_said_once_however_often_its_status_is_written() -> None:
    with capture_logs() as logs:
        made = Cache(stock=[wire(WEB, broken=True, annotations=ASKED)])
        made.theirs.applied(wire(WEB, broken=True, annotations=ASKED))
    assert ["cannot read autoscaler"] == [entry["event"] for entry in logs]


def test_what_can_be_read_again_has_no_fault() -> None:
    with capture_logs():
        made = Cache(stock=[wire(WEB, broken=True, annotations=ASKED)])
    made.theirs.applied(wire(WEB, annotations=ASKED))
    found = made.cache.get(WEB)
    assert found is not None
    assert "" == found.fault


def test_whoever_only_watches_is_nobodys_rival() -> None:
    shadow = AutoscalerId(kind=ZPA, key=NamespacedName("jobs", "shadow"))
    made = Cache(wire(A), wire(shadow, zero=WireZero(mode="Shadow")))
    before = made.rivals(A)
    made.ours.applied(wire(shadow, zero=WireZero(mode="Active")))
    assert ((), (shadow,)) == (before, made.rivals(A))
