"""Who brings Pods to life where there is no node? `python -m e2e.control_plane.kubelet --kubeconfig FILE`.

Every Pod is bound to one made-up node and becomes Ready after a delay. A first container whose command begins with
`python` really runs, with this interpreter, from the repository's root; others only count as running.
A deleted Pod's process gets SIGTERM, then SIGKILL when the grace period is over; then the Pod is gone.
"""

import asyncio
import contextlib
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import click

from e2e.control_plane.kubelet_client import Pods, connect
from e2e.control_plane.kubelet_worker import Worker


class Kubelet:
    """One task for each Pod, born in a group of its own."""

    def __init__(self, pods: Pods, group: asyncio.TaskGroup, *, start_seconds: float, logs: Path) -> None:
        self._pods = pods
        self._group = group
        self._start_seconds = start_seconds
        self._logs = logs
        self._told_to_end: dict[str, asyncio.Event] = {}

    async def run(self) -> None:
        """Look after Pods until cancelled."""
        async for event in self._pods.watch():
            self.take(event["type"], event["object"])

    def take(self, change: str, pod: dict[str, Any]) -> None:
        """What a watch told of one Pod."""
        uid = pod["metadata"]["uid"]
        if uid not in self._told_to_end and change != "DELETED":
            self._told_to_end[uid] = asyncio.Event()
            self._group.create_task(self._live(pod, self._told_to_end[uid]))
        if change == "DELETED" or "deletionTimestamp" in pod["metadata"]:
            ending = self._told_to_end.setdefault(uid, asyncio.Event())
            ending.set()

    async def _live(self, pod: dict[str, Any], ending: asyncio.Event) -> None:
        if "nodeName" not in pod["spec"]:
            await self._pods.bind(pod)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ending.wait(), self._start_seconds)
        async with Worker.of(pod, self._logs) as worker:
            if not ending.is_set():
                await self._pods.show_ready(pod)
            await ending.wait()
            await worker.end(seconds=pod["spec"].get("terminationGracePeriodSeconds", 30))
        await self._pods.remove(pod)


@click.command()
@click.option("--kubeconfig", required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--start-seconds", default=0.5, show_default=True, help="from a Pod's creation to Ready")
@click.option("--logs", required=True, type=click.Path(path_type=Path), help="folder for the workers' output")
@click.option("--ready-file", required=True, type=click.Path(path_type=Path), help="made when the watch is open")
def main(*, kubeconfig: Path, start_seconds: float, logs: Path, ready_file: Path) -> None:
    """A stand-in for the kubelet, until SIGTERM."""
    logs.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_serve(kubeconfig, start_seconds, logs, ready_file.touch))


async def _serve(kubeconfig: Path, start_seconds: float, logs: Path, told: Callable[[], None]) -> None:
    own = asyncio.current_task()
    assert own is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, own.cancel)
    url, connector = connect(kubeconfig)
    async with aiohttp.ClientSession(url, connector=connector) as session, asyncio.TaskGroup() as group:
        kubelet = Kubelet(Pods(session), group, start_seconds=start_seconds, logs=logs)
        told()
        await kubelet.run()


if __name__ == "__main__":
    main()
