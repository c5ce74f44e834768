"""Claims about `adapter.apiserver.changes`."""

from __future__ import annotations

from adapter.apiserver.changes import Latest, Named
from adapter.kube.meta import ObjectMeta


def _named(uid: str) -> Named:
    return Named(metadata=ObjectMeta(name="it", uid=uid))


def test_nothing_is_there_before_it_was_seen() -> None:
    latest: Latest[Named] = Latest()
    assert (latest.item, latest.changed.is_set()) == (None, False)


def test_a_list_tells_what_is_there() -> None:
    latest: Latest[Named] = Latest()
    latest.replaced([_named("1")])
    assert (latest.item, latest.changed.is_set()) == (_named("1"), True)


def test_an_empty_list_tells_that_it_is_gone() -> None:
    latest: Latest[Named] = Latest()
    latest.applied(_named("1"))
    latest.replaced([])
    assert latest.item is None


def test_a_deletion_is_told() -> None:
    latest: Latest[Named] = Latest()
    latest.applied(_named("1"))
    latest.changed.clear()
    latest.deleted(_named("1"))
    assert (latest.item, latest.changed.is_set()) == (None, True)


def test_the_deletion_of_an_older_one_leaves_the_newer() -> None:
    latest: Latest[Named] = Latest()
    latest.applied(_named("2"))
    latest.deleted(_named("1"))
    assert latest.item == _named("2")
