import pytest

from adapter.kube.errors import (
    AlreadyExists,
    ApiError,
    BadRequest,
    Conflict,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    ServerError,
    Status,
    TooManyRequests,
    Unauthorized,
    Unreachable,
    api_error_of,
    error_of_status,
)

NOT_FOUND = (
    b'{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",'
    b'"message":"deployments.apps \\"w\\" not found",'
    b'"reason":"NotFound","details":{"name":"w","group":"apps","kind":"deployments"},"code":404}'
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (400, BadRequest),
        (401, Unauthorized),
        (403, Forbidden),
        (404, NotFound),
        (409, Conflict),
        (410, Gone),
        (418, ApiError),
        (422, Invalid),
        (429, TooManyRequests),
        (500, ServerError),
        (504, ServerError),
    ],
)
def test_the_code_decides_the_error(code: int, expected: type[ApiError]) -> None:
    assert expected is type(api_error_of(code, b""))


def test_a_create_that_came_second_is_a_conflict_of_its_own_kind() -> None:
    assert AlreadyExists is type(api_error_of(409, b'{"reason":"AlreadyExists"}'))


def test_an_error_says_what_was_asked_and_what_was_answered() -> None:
    error = api_error_of(404, NOT_FOUND, request="GET /apis/apps/v1/namespaces/q/deployments/w")

    assert str(error) == 'GET /apis/apps/v1/namespaces/q/deployments/w: 404 NotFound: deployments.apps "w" not found'


def test_an_error_carries_the_status() -> None:
    error = api_error_of(404, NOT_FOUND)

    assert (error.code, error.reason, error.message) == (404, "NotFound", 'deployments.apps "w" not found')


def test_the_code_of_the_answer_counts_and_not_that_in_the_body() -> None:
    assert api_error_of(404, b'{"code":500}').code == 404


@pytest.mark.parametrize("body", [b"<html> bad\n gateway", b"[1]", b'{"code":"x"}', b"\xff\xfe"])
def test_a_body_that_is_no_status_is_quoted(body: bytes) -> None:
    quoted = " ".join(body.decode(errors="replace").split())

    assert f"502: the answer was not a Status: {quoted}" == str(api_error_of(502, body))


def test_a_long_strange_body_is_quoted_in_part() -> None:
    assert len(str(api_error_of(502, b"x" * 10_000))) < 350


def test_an_empty_body_has_no_message() -> None:
    assert api_error_of(500, b"").message == "the answer gave no message"


@pytest.mark.parametrize(
    ("body", "header", "expected"),
    [
        (b"{}", "3", 3.0),
        (b'{"details":{"retryAfterSeconds":7}}', None, 7.0),
        (b'{"details":{"retryAfterSeconds":7}}', "1", 1.0),
        (b'{"details":{"retryAfterSeconds":0}}', None, None),
        (b"{}", "Wed, 21 Oct 2026 07:28:00 GMT", None),
        (b"{}", "²", None),
        (b"{}", "", None),
        (b"{}", None, None),
    ],
)
def test_the_server_may_ask_for_patience(body: bytes, header: str | None, expected: float | None) -> None:
    assert expected == api_error_of(429, body, retry_after=header).retry_after_seconds


def test_a_status_in_a_watch_is_an_error_too() -> None:
    error = error_of_status(Status(code=410, reason="Expired", message="too old"), request="WATCH /api/v1/pods")

    assert (Gone, "WATCH /api/v1/pods: 410 Expired: too old") == (type(error), str(error))


def test_no_answer_has_no_code() -> None:
    error = Unreachable("connection refused", request="GET /version")

    assert (error.code, str(error)) == (0, "GET /version: connection refused")
