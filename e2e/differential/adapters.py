"""How do the two adapters run side by side? On the same file of rules, each before a proxy of its own."""

import http.client
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

import yaml

from e2e.control_plane.api import JSON, NOBODY, Answer, Api, Identity
from e2e.control_plane.patience import now_seconds, pause
from e2e.control_plane.processes import Processes, Program
from e2e.differential.callers import HEADERS, Caller
from e2e.differential.cases import GROUP_VERSION, RuleSet
from e2e.differential.recorder import Recorder
from e2e.ports import free_port
from e2e.sandbox.certificates import Authority

START_SECONDS: Final = 90.0
_DISCOVERY_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What both run on: the files of the cluster that knows callers, a serving certificate, prometheus-adapter."""

    state: Path
    folder: Path
    prometheus_adapter: Path
    prometheus: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """One of the two, started on a file; it may have ended by itself since."""

    program: Program
    recorder: Recorder
    api: Api

    def read(self, path: str, *, accept: str = JSON, caller: Caller = Caller.ADMIN) -> Answer:
        """A GET as that caller makes it."""
        api = self.api.as_user(NOBODY) if caller is Caller.NOBODY else self.api
        return api.request("GET", path, headers={"Accept": accept, **HEADERS[caller]}, seconds=90.0)

    @property
    def starts(self) -> str:
        """`serves` or `exits`, once it is known which; else what its log says last."""
        deadline = now_seconds() + START_SECONDS
        while now_seconds() < deadline:
            if self.program.process.poll() is not None:
                return "exits"
            if self._lives():
                return "serves"
            pause(0.1)
        last = self.program.log.read_text(errors="replace").splitlines()[-3:]
        return f"neither serves nor exits: {' / '.join(last)}"

    def _lives(self) -> bool:
        # Not by Api.answers: a front proxy that says for whom it asks is the one caller that both know.
        try:
            return self.read("/livez").code == HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The real prometheus-adapter and lagzero, on the same rules."""

    theirs: Adapter
    ours: Adapter


def make_place(state: Path, folder: Path, *, prometheus_adapter: Path, prometheus: str) -> Place:
    """Adds what is missing: a certificate for both adapters to serve with."""
    authority = Authority("differential-ca")
    pair = authority.issue_server(["localhost"], ["127.0.0.1"])
    for name, content in (("ca.crt", authority.certificate), ("tls.crt", pair.certificate), ("tls.key", pair.key)):
        (folder / name).write_bytes(content)
    return Place(state=state, folder=folder, prometheus_adapter=prometheus_adapter, prometheus=prometheus)


@contextmanager
def running_pair(place: Place, rules: RuleSet) -> Iterator[Pair]:
    """Both, started; neither has to have succeeded. Both are stopped when the context is left."""
    folder = place.folder / rules.name
    folder.mkdir()
    given = folder / "rules.yaml"
    given.write_text(rules.rules)
    added = folder / "rules-with-keys-of-our-own.yaml"
    added.write_text(_with_keys(rules.rules, rules.only_ours) if rules.only_ours else rules.rules)
    with (
        Recorder.before(place.prometheus) as (their_recorder, their_source),
        Recorder.before(place.prometheus) as (our_recorder, our_source),
        Processes(folder) as running,
    ):
        yield Pair(
            theirs=_start(running, place, "prometheus-adapter", their_recorder, _theirs(place, given, their_source)),
            ours=_start(running, place, "lagzero", our_recorder, _ours(place, added, our_source)),
        )


def await_names(pair: Pair) -> None:
    """Wait until both have listed the names of series, or have had ten seconds for it."""
    deadline = now_seconds() + _DISCOVERY_SECONDS
    while now_seconds() < deadline and not (_has_names(pair.theirs) and _knows_names(pair.ours)):
        pause(0.1)
    pair.theirs.recorder.taken()
    pair.ours.recorder.taken()


def _has_names(theirs: Adapter) -> bool:
    # One round lists everything, so any name means that all are there.
    return bool(theirs.read(GROUP_VERSION).body.get("resources"))


def _knows_names(ours: Adapter) -> bool:
    return ours.read(f"{GROUP_VERSION}/namespaces/default/no_such_metric").code == 404


def _start(
    running: Processes, place: Place, name: str, recorder: Recorder, command: tuple[list[str | Path], int]
) -> Adapter:
    words, port = command
    identity = Identity.of_certificate(place.state / "front-proxy-client.crt", place.state / "front-proxy-client.key")
    return Adapter(
        program=running.start(name, words, up=lambda: True),
        recorder=recorder,
        api=Api(f"https://127.0.0.1:{port}", ca=place.folder / "ca.crt", identity=identity),
    )


def _theirs(place: Place, rules: Path, source: str) -> tuple[list[str | Path], int]:
    port, kubeconfig = free_port(), place.state / "kubeconfig"
    return [
        place.prometheus_adapter,
        *(f"--config={rules}", f"--prometheus-url={source}", f"--secure-port={port}", "--bind-address=127.0.0.1"),
        *(f"--tls-cert-file={place.folder / 'tls.crt'}", f"--tls-private-key-file={place.folder / 'tls.key'}"),
        *(f"--authentication-kubeconfig={kubeconfig}", f"--authorization-kubeconfig={kubeconfig}"),
        f"--lister-kubeconfig={kubeconfig}",
    ], port


def _ours(place: Place, rules: Path, source: str) -> tuple[list[str | Path], int]:
    port = free_port()
    return [
        *(Path(sys.executable).with_name("lagzero"), "adapter"),
        *(f"--rules={rules}", f"--prometheus={source}", f"--listen=127.0.0.1:{port}"),
        *(f"--tls-cert-file={place.folder / 'tls.crt'}", f"--tls-private-key-file={place.folder / 'tls.key'}"),
        f"--kubeconfig={place.state / 'kubeconfig'}",
    ], port


def _with_keys(rules: str, keys: Mapping[str, object]) -> str:
    document = yaml.safe_load(rules)
    document["externalRules"] = [rule | keys for rule in document["externalRules"]]
    return yaml.safe_dump(document)
