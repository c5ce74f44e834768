"""What does the server's record prove? Who may write is decided by the order of its own events, and by nothing else."""

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
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


def counts(requests: Iterable[Request], name: str) -> list[int]:
    """Which counts of the workload `name` were written, by whomever, in order."""
    return [count for _, count in scaled(requests, name)]


def reads(requests: Iterable[Request]) -> list[str]:
    """What was asked for, apart from the lease and from watches, which last."""
    return [each["path"] for each in requests if each["verb"] in {"get", "list"} and not is_lease(each)]


def seconds_between(first: Request, second: Request) -> float:
    """By the server's clock."""
    return (datetime.fromisoformat(second["time"]) - datetime.fromisoformat(first["time"])).total_seconds()


def pauses(requests: Iterable[Request]) -> list[float]:
    """The seconds between each request and the next one for the same path."""
    by_path: dict[str, list[Request]] = {}
    for each in requests:
        by_path.setdefault(each["path"], []).append(each)
    return [seconds_between(*pair) for alike in by_path.values() for pair in pairwise(alike)]
