"""Is the server alive, and does it want requests? Text answers in the API server's form, one line per check.

No check looks at Prometheus: the aggregated API must stay available while metrics are broken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

from adapter.process.reloading import outdated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from aiohttp.typedefs import Handler

_YES: Final = "ok"


class Readiness:
    """What only the running program knows: what it waits for, what it had to refuse, whether it is on its way out."""

    def __init__(self) -> None:
        self._stopping = False
        self._needed: dict[str, Callable[[], bool]] = {}
        self._outdated: set[str] = set()
        self._remarks: list[Callable[[], str]] = []

    def needs(self, name: str, holds: Callable[[], bool]) -> None:
        """The server isn't ready before `holds` says so."""
        self._needed[name] = holds

    def outdated(self, subject: str) -> None:
        """What there is now of `subject` can't be used; an older one is in use, so the server is ready all the same."""
        self._outdated.add(subject)

    def up_to_date(self, subject: str) -> None:
        """What there is now of `subject` is in use."""
        self._outdated.discard(subject)

    def tells(self, remark: Callable[[], str]) -> None:
        """What `remark` says is a note, unless it is empty."""
        self._remarks.append(remark)

    def stop(self) -> None:
        """From now on the server wants no new requests."""
        self._stopping = True

    @property
    def liveness_checks(self) -> Mapping[str, bool]:
        """A server that answers is alive."""
        return {"ping": True}

    @property
    def readiness_checks(self) -> Mapping[str, bool]:
        """Alive, set up, and staying."""
        needed = {name: holds() for name, holds in self._needed.items()}
        return {"ping": True, **needed, "shutdown": not self._stopping}

    @property
    def notes(self) -> tuple[str, ...]:
        """What an operator should know although no check fails for it."""
        remarks = (remark() for remark in self._remarks)
        return tuple(f"[!]{note}" for note in (*map(outdated, sorted(self._outdated)), *remarks) if note)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The checks of one probe that count for one request."""

    probe: str
    checks: Mapping[str, bool]
    notes: tuple[str, ...] = ()

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
        return "\n".join([*lines, *self.notes, f"{self.probe} check {result}", ""])


def add_probes(app: web.Application, readiness: Readiness) -> None:
    """Serve `/livez`, `/readyz` and, for old kubelets, `/healthz`, each also check by check."""
    alive, ready = readiness.liveness_checks, lambda: readiness.readiness_checks
    for probe, current, notes in (
        ("livez", lambda: alive, _no_notes),
        ("healthz", lambda: alive, _no_notes),
        ("readyz", ready, lambda: readiness.notes),
    ):
        app.router.add_get(f"/{probe}", _whole(probe, current, notes), allow_head=False)
        app.router.add_get(f"/{probe}/{{check}}", _single(current), allow_head=False)


def _whole(probe: str, current: Callable[[], Mapping[str, bool]], notes: Callable[[], tuple[str, ...]]) -> Handler:
    async def get(request: web.Request) -> web.StreamResponse:
        return _answer(request, probe, current(), notes())

    return get


def _single(current: Callable[[], Mapping[str, bool]]) -> Handler:
    async def get(request: web.Request) -> web.StreamResponse:
        return _answer_one(request, current())

    return get


def _no_notes() -> tuple[str, ...]:
    return ()


def _answer(request: web.Request, probe: str, checks: Mapping[str, bool], notes: tuple[str, ...]) -> web.Response:
    """200 `ok`, or the whole report where it failed or `?verbose` asks for it; `?exclude=` leaves checks out."""
    excluded = request.query.getall("exclude", [])
    counted = {name: good for name, good in checks.items() if name not in excluded}
    report = Report(probe=probe, checks=counted, notes=notes)
    if not report.passed:
        return web.Response(status=500, text=report.text)
    return web.Response(text=report.text if "verbose" in request.query else _YES)


def _answer_one(request: web.Request, checks: Mapping[str, bool]) -> web.Response:
    """The answer for a single check, `/readyz/<check>`; 404 for one that there isn't."""
    name = request.match_info["check"]
    if name not in checks:
        raise web.HTTPNotFound
    good = checks[name]
    return web.Response(status=200 if good else 500, text=_YES if good else f"{name} failed: reason withheld\n")
