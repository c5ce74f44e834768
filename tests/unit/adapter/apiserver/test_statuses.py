"""Claims about `adapter.apiserver.statuses`."""

import msgspec
import pytest

from adapter.apiserver.statuses import failure, status_body


@pytest.mark.parametrize(
    ("code", "reason"),
    [(400, "BadRequest"), (401, "Unauthorized"), (503, "ServiceUnavailable"), (504, "Timeout"), (418, "")],
)
def test_a_status_has_the_reason_of_its_code(code: int, reason: str) -> None:
    expected = {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": "why",
        "reason": reason,
        "details": {},
        "code": code,
    }
    assert expected == msgspec.json.decode(status_body(code, "why"))


def test_a_failure_is_typed_as_json() -> None:
    assert failure(503, "why").headers["Content-Type"] == "application/json"
