"""One scaler of a scenario: a process, its ways to the world, and what can be seen of it."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.chain.polling import until
from tests.chain.programs import ScalerProcess
from tests.faults.network import Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaler(ScalerProcess):
    """A running scaler, the user that it is to the API server, its way there and its way to Prometheus."""

    user: str
    network: Network
    metrics_network: Network
    wrong_by: Path

    def set_clock(self, seconds: float) -> None:
        """Its wall clock is wrong by so many seconds from now on."""
        fresh = self.wrong_by.with_suffix(".new")
        fresh.write_text(str(seconds))
        fresh.replace(self.wrong_by)

    def said(self, message: str) -> list[dict[str, Any]]:
        """The log lines with this message so far."""
        return [line for line in self._lines() if line["message"] == message]

    def unforeseen(self) -> list[dict[str, Any]]:
        """The log lines of failures that are a bug: with a traceback, or from a library."""
        return [line for line in self._lines() if "exception" in line or "logger" in line]

    def until_said(self, message: str, *, times: int = 1) -> None:
        until(
            f"{self.user} says {message!r} {times} times",
            lambda: self.said(message),
            lambda seen: len(seen) >= times,
        )

    def measured(self, metric: str) -> float:
        """What its `/metrics` says of a metric without labels."""
        with urllib.request.urlopen(f"{self.said('scaling')[0]['probes']}/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.split()[0] == metric)

    def _lines(self) -> list[dict[str, Any]]:
        whole, _, _ = self.log.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    def readiness(self) -> tuple[int, str]:
        """Status and text of its `/readyz`."""
        url = self.said("scaling")[0]["probes"]
        try:
            with urllib.request.urlopen(f"{url}/readyz?verbose", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()
