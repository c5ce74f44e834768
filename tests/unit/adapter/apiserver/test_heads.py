"""Claims about `adapter.apiserver.heads`: which bytes mean what other bytes meant."""

from __future__ import annotations

import pytest
from multidict import CIMultiDict

from adapter.apiserver.attributes import metric_access
from adapter.apiserver.heads import KnownHeads
from adapter.apiserver.knownreads import MetricRead
from adapter.kube.selectors import EVERYTHING


def read_of(metric: str) -> MetricRead:
    return MetricRead(access=metric_access(method="GET", namespace="default", metric=metric), selector=EVERYTHING)


def message(path: str, *fields: str) -> bytes:
    return "\r\n".join((f"GET {path} HTTP/1.1", *fields, "", "")).encode()


def headers(*fields: str) -> CIMultiDict[str]:
    return CIMultiDict((name, value) for name, _, value in (field.partition(": ") for field in fields))


def knowing(path: str, *fields: str) -> KnownHeads:
    heads = KnownHeads()
    heads.learn(message(path, *fields), read_of(path), headers(*fields))
    return heads


def test_a_message_is_known_with_any_other_audit_id() -> None:
    found = knowing("/lag", "Host: a", "Audit-Id: 1-a", "X-Remote-User: hpa").get(
        message("/lag", "Host: a", "Audit-Id: 2-b", "X-Remote-User: hpa")
    )
    assert found is not None
    assert (read_of("/lag"), "hpa", "2-b") == (found.read, found.headers["X-Remote-User"], found.audit_id)


def test_a_message_without_an_audit_id_is_known_too() -> None:
    found = knowing("/lag", "Host: a").get(message("/lag", "Host: a"))
    assert found is not None
    assert found.audit_id == ""


def test_every_line_goes_with_every_caller() -> None:
    heads = knowing("/lag", "X-Remote-User: alice")
    heads.learn(message("/depth", "X-Remote-User: bob"), read_of("/depth"), headers("X-Remote-User: bob"))
    found = heads.get(message("/lag", "X-Remote-User: bob"))
    assert found is not None
    assert (read_of("/lag"), "bob") == (found.read, found.headers["X-Remote-User"])


@pytest.mark.parametrize(
    "other",
    [
        message("/lag", "Host: a", "Audit-Id: 1", "X-Remote-User: hpa")[:-1],
        message("/lag", "Host: a", "Audit-Id: 1", "X-Remote-User: hpa") + b"GET",
        message("/lag", "Host: a", "Audit-Id: 1", "X-Remote-User: hpa", "X-Remote-Group: system:masters"),
        message("/lag", "Host: a", "Audit-Id: 1", "X-Remote-User: admin"),
        message("/lag", "Host: a", "audit-id: 1", "X-Remote-User: hpa"),
        message("/lag", "Host: a", "X-Remote-User: hpa"),
        message("/lag", "Host: a", "Audit-Id: 1", "Audit-Id: 2", "X-Remote-User: hpa"),
        message("/lag", "Host: a", "Audit-Id: a b", "X-Remote-User: hpa"),
        message("/lag", "Host: a", "Audit-Id: 1\nX-Remote-Group: system:masters", "X-Remote-User: hpa"),
        message("/lag", "Host: a", "Audit-Id: ", "X-Remote-User: hpa"),
        message("/lag", "Host: a", f"Audit-Id: {'a' * 65}", "X-Remote-User: hpa"),
        message("/other", "Host: a", "Audit-Id: 1", "X-Remote-User: hpa"),
        b"",
        b"\r\n",
        b"GET",
    ],
)
def test_nothing_else_is_known(other: bytes) -> None:
    assert knowing("/lag", "Host: a", "Audit-Id: 1", "X-Remote-User: hpa").get(other) is None


@pytest.mark.parametrize("field", ["audit-id: 1", "Audit-Id: a_b", "Audit-Id: ", f"Audit-Id: {'a' * 65}"])
def test_an_audit_id_that_could_not_be_given_back_is_not_learned(field: str) -> None:
    assert knowing("/lag", field).get(message("/lag", field)) is None


def test_a_message_beyond_all_measure_is_not_remembered() -> None:
    path, field = "/" + "x" * 2048, "X-Long: " + "x" * 8192
    assert knowing(path).get(message(path)) is None
    assert knowing("/lag", field).get(message("/lag", field)) is None


def test_any_number_of_callers_is_told_apart() -> None:
    heads = KnownHeads()
    for number in range(600):
        field = f"X-Remote-User: user-{number}"
        heads.learn(message("/lag", field), read_of("/lag"), headers(field))
        found = heads.get(message("/lag", field))
        assert found is not None
        assert found.headers["X-Remote-User"] == f"user-{number}"
