"""Is the server alive, and does it want requests? Text answers in the API server's form, one line per check.

No check looks at Prometheus: the aggregated API must stay available while metrics are broken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Mapping

_YES: Final = "ok"


class Readiness:
    """What only the running program knows: whether it is on its way out."""

    def __init__(self) -> None:
        self._stopping = False

    def stop(self) -> None:
        """From now on the server wants no new requests."""
        self._stopping = True

    @property
    def liveness_checks(self) -> Mapping[str, bool]:
        """A server that answers is alive."""
        return {"ping": True}

    @property
    def readiness_checks(self) -> Mapping[str, bool]:
        """Alive, and staying."""
        return {"ping": True, "shutdown": not self._stopping}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The checks of one probe that count for one request."""

    probe: str
    checks: Mapping[str, bool]

    @property
    def passed(self) -> bool:
        """Whether all of them pass."""
        return all(self.checks.values())

    @property
    def text(self) -> str:
        """One line per check and one with the result. The reasons are in the log, probes have no identity."""
        lines = [
            f"[+]{name} ok" if good else f"[-]{name} failed: reason withheld" for name, good in self.checks.items()
        ]
        result = "passed" if self.passed else "failed"
        return "\n".join([*lines, f"{self.probe} check {result}", ""])


def answer(request: web.Request, probe: str, checks: Mapping[str, bool]) -> web.Response:
    """200 `ok`, or the whole report where it failed or `?verbose` asks for it; `?exclude=` leaves checks out."""
    excluded = request.query.getall("exclude", [])
    counted = {name: good for name, good in checks.items() if name not in excluded}
    report = Report(probe=probe, checks=counted)
    if not report.passed:
        return web.Response(status=500, text=report.text)
    return web.Response(text=report.text if "verbose" in request.query else _YES)


def answer_one(request: web.Request, checks: Mapping[str, bool]) -> web.Response:
    """The answer for a single check, `/readyz/<check>`; 404 for one that there isn't."""
    name = request.match_info["check"]
    if name not in checks:
        raise web.HTTPNotFound
    good = checks[name]
    return web.Response(status=200 if good else 500, text=_YES if good else f"{name} failed: reason withheld\n")
