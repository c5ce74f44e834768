"""What does the server's record prove? Who may write is decided by the order of its own events, and by nothing else."""

from collections.abc import Iterable
from typing import Any

Request = dict[str, Any]
_WRITES = {"create", "update", "patch", "delete"}


def writes(requests: Iterable[Request]) -> list[Request]:
    """The requests that changed something, or may have."""
    return [each for each in requests if each["verb"] in _WRITES and each["code"] < 300]


def is_lease(request: Request) -> bool:
    return "/leases" in request["path"]


def without_the_lease(requests: Iterable[Request]) -> list[str]:
    """Every write by somebody who did not hold the lease when it was carried out, told for people."""
    holder, wrong = "", []
    for each in writes(requests):
        if is_lease(each):
            holder = each["user"] if each["holder"] else ""
        elif each["user"] != holder:
            wrong.append(f"{each['time']} {each['user']} wrote {each['path']} while {holder or 'nobody'} led")
    return wrong


def terms(requests: Iterable[Request]) -> list[str]:
    """Who led, one after the other."""
    led: list[str] = []
    for each in writes(requests):
        if is_lease(each) and each["holder"] and (not led or led[-1] != each["user"]):
            led.append(each["user"])
    return led


def scaled(requests: Iterable[Request], name: str) -> list[tuple[str, int]]:
    """Who wrote which count of the workload `name`, in order."""
    return [(each["user"], each["to"]) for each in writes(requests) if each["path"].endswith(f"/{name}/scale")]


def statuses(requests: Iterable[Request], name: str) -> int:
    """How often the status of the autoscaler `name` was written."""
    return sum(each["path"].endswith(f"/zeropodautoscalers/{name}/status") for each in writes(requests))
