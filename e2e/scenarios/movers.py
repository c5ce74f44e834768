"""Who changes the autoscaler in scenario 14? Workers at 0 by machine and by hand, at 1 and at N, and the command."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from e2e.control_plane.credentials import write_client_kubeconfig
from e2e.control_plane.patience import eventually, throughout
from e2e.control_plane.processes import environment
from e2e.scenarios.objects import stock_autoscaler, zero_autoscaler
from e2e.scenarios.stage import Stage

SLEEPER: Final = "sleeper"
PAUSED: Final = "paused"
SINGLE: Final = "single"
SEVERAL: Final = "several"
COUNTS: Final = {SLEEPER: 0, PAUSED: 0, SINGLE: 1, SEVERAL: 3}
QUIET: Final = "quiet_tasks"
_TASKS: Final = 60
_PER_REPLICA: Final = {SLEEPER: 20, PAUSED: 20, SINGLE: 60, SEVERAL: 20}
_COMPANION: Final = {"lagzero.dev/min-replicas": "0"}

Look = dict[str, tuple[int, int]]
"""Count and generation of each worker: a generation that stays proves that no write came between two looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movers:
    """Four workers on a stage: the sleeper has a quiet queue of its own, the others a busy one."""

    stage: Stage

    def deploy(self) -> None:
        """The workers, all above zero, and their backlogs."""
        self.stage.broker.create_queue(self.stage.namespace, QUIET)
        for name, count in COUNTS.items():
            self.stage.run_idlers(max(count, 1), name=name)
        self.stage.put(_TASKS)

    def stock(self, name: str, *, companion: bool) -> dict[str, Any]:
        """A stock autoscaler with its gate on, or where that is off a companion if it may sleep."""
        sleeps = name in {SLEEPER, PAUSED}
        made = stock_autoscaler(self.stage.namespace, least=0 if sleeps and not companion else 1, name=name)
        if sleeps and companion:
            made["metadata"]["annotations"] = _COMPANION
        return self._on_its_queue(made, name)

    def zero(self, name: str) -> dict[str, Any]:
        """A ZeroPodAutoscaler that says nothing that would be lost."""
        made = zero_autoscaler(self.stage.namespace, name=name)
        del made["spec"]["zero"]
        return self._on_its_queue(made, name)

    def settle(self) -> None:
        """Wait until the counts are those that are meant to stay, a human's zero among them."""
        self.stage.kubectl("scale", "deployment", PAUSED, "--replicas=0")
        eventually("the counts are right", self.counts, within=180, wanted=lambda seen: seen == COUNTS)

    def counts(self) -> dict[str, int]:
        return {name: count for name, (count, _) in self.look().items()}

    def look(self) -> Look:
        workers = self.stage.cluster.admin.get(f"/apis/apps/v1/namespaces/{self.stage.namespace}/deployments")
        return {
            each["metadata"]["name"]: (each["spec"]["replicas"], each["metadata"]["generation"])
            for each in workers.body["items"]
        }

    def says(self, *words: str) -> tuple[int, str]:
        """The exit status of a verb of `migrate`, and what it prints."""
        with self.command(*words) as running:
            out, _ = running.communicate(timeout=240)
        return running.returncode, out

    def kinds(self) -> list[str]:
        """The autoscalers that there are, by kind and name."""
        listed = self.stage.kubectl("get", "hpa,zpa", "-o", "name").split()
        return sorted(each.replace(".autoscaling/", "/").replace(".lagzero.dev/", "/") for each in listed)

    def command(self, *words: str) -> "subprocess.Popen[str]":
        """A verb of `migrate` in the stage's namespace, running."""
        cluster = self.stage.cluster
        kubeconfig = write_client_kubeconfig(cluster.credentials, "admin", cluster.admin.url)
        program = Path(sys.executable).parent / "lagzero"
        return subprocess.Popen(
            [program, "migrate", *words, "-n", self.stage.namespace, "--kubeconfig", kubeconfig],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment({}),
        )

    @staticmethod
    def _on_its_queue(made: dict[str, Any], name: str) -> dict[str, Any]:
        [metric] = made["spec"]["metrics"]
        metric["external"]["target"]["averageValue"] = str(_PER_REPLICA[name])
        if name == SLEEPER:
            metric["external"]["metric"]["selector"] = {"matchLabels": {"name": QUIET}}
        return made


def handed_over(seconds: float, *jobs: tuple[Movers, Sequence[str]]) -> list[list[Look]]:
    """What was seen of each for so long, while after a third of it all are handed over at the same time."""
    before = throughout(seconds / 3, lambda: _looks(jobs))
    with ExitStack() as ending:
        running = [ending.enter_context(movers.command(*words)) for movers, words in jobs]
        after = throughout(seconds * 2 / 3, lambda: _looks(jobs))
        for process in running:
            out, _ = process.communicate(timeout=240)
            assert process.returncode == 0, out
    return [_without_repetitions(looks) for looks in zip(*before, *after, strict=True)]


def names(kind: str) -> Iterator[str]:
    """All workers' autoscalers of a kind, as `kinds` prints them."""
    return (f"{kind}/{name}" for name in sorted(COUNTS))


def _looks(jobs: Sequence[tuple[Movers, Sequence[str]]]) -> tuple[Look, ...]:
    return tuple(movers.look() for movers, _ in jobs)


def _without_repetitions(looks: Iterable[Look]) -> list[Look]:
    found: list[Look] = []
    for look in looks:
        if not found or look != found[-1]:
            found.append(look)
    return found
