"""python -m tests.bench.client: put the reads of the job on standard input, and print how it went.

Written on bare connections: where two cores are all there is, a client takes from the server what it needs itself.
"""

import asyncio
import ssl
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import msgspec
import uvloop

from tests.bench.connections import Connection, connected
from tests.bench.jobs import Job, Outcome


class Reads:
    """The reads of a job: each is put when it is due, by whichever connection is free."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._requests = [_request(path, job.user) for path in job.paths]
        self._numbers = iter(range(job.reads))
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._milliseconds: list[float] = []
        self._failed = 0

    async def put(self, connection: Connection) -> None:
        """Put reads until none are left."""
        for number in self._numbers:
            due = self._loop.time()
            if self._job.per_second:
                due = self._began + number / self._job.per_second
                await asyncio.sleep(due - self._loop.time())
            status = await connection.ask(self._requests[number % len(self._requests)])
            self._milliseconds.append((self._loop.time() - due) * 1e3)
            self._failed += status != 200

    @property
    def outcome(self) -> Outcome:
        ordered = sorted(self._milliseconds)
        return Outcome(
            seconds=self._loop.time() - self._began,
            p50_milliseconds=ordered[len(ordered) // 2],
            p99_milliseconds=ordered[len(ordered) * 99 // 100],
            failed=self._failed,
        )


async def _put(job: Job) -> Outcome:
    tls = ssl.create_default_context(cafile=job.ca)
    tls.load_cert_chain(job.certificate, job.key)
    async with AsyncExitStack() as stack:
        address = urlsplit(job.url)
        opening = (connected(address.hostname or "", address.port or 443, tls) for _ in range(job.connections))
        connections = [await stack.enter_async_context(one) for one in opening]
        reads = Reads(job)
        async with asyncio.TaskGroup() as readers:
            for connection in connections:
                readers.create_task(reads.put(connection))
        return reads.outcome


def _request(path: str, user: str) -> bytes:
    """A read as the autoscaler's controller puts it through the aggregator."""
    return "\r\n".join((f"GET {path} HTTP/1.1", *_headers(user), "", "")).encode()


def _headers(user: str) -> Iterator[str]:
    yield "Host: localhost"
    yield "User-Agent: kube-controller-manager/v1.37.2 (linux/amd64) kubernetes/0000000/horizontal-pod-autoscaler"
    yield "Accept: application/vnd.kubernetes.protobuf, */*"
    yield "Accept-Encoding: gzip"
    yield "Audit-Id: 5f0c3a4e-0000-4000-8000-1234567890ab"
    yield "X-Forwarded-For: 127.0.0.1"
    yield "X-Forwarded-Host: 127.0.0.1"
    yield "X-Forwarded-Proto: https"
    yield f"X-Remote-User: {user}"
    yield "X-Remote-Group: system:serviceaccounts"
    yield "X-Remote-Group: system:serviceaccounts:kube-system"
    yield "X-Remote-Group: system:authenticated"


def main() -> None:
    job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.json.encode(uvloop.run(_put(job))))


if __name__ == "__main__":
    main()
