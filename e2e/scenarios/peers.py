"""Against which servers do the contract claims run? The real control plane, and the sandbox that stands in for it."""

import json
import sys
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from e2e.control_plane.api import Answer, Api, Identity
from e2e.control_plane.processes import ROOT, Processes

_CRD: Final = ROOT / "manifests" / "base" / "crd" / "zeropodautoscalers.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """One of the two, as an admin, and a namespace that is the test's own."""

    name: str
    api: Api
    namespace: str

    def path(self, resource: str, name: str = "", subresource: str = "") -> str:
        """A path in the namespace; resource is VERSION/PLURAL, such as v1/configmaps or apps/v1/deployments."""
        version, _, plural = resource.rpartition("/")
        root = "apis" if "/" in version else "api"
        return "/" + "/".join(filter(None, [root, version, "namespaces", self.namespace, plural, name, subresource]))

    def forget_history(self) -> None:
        """Make the oldest resourceVersions too old to watch from. The real server is old enough from its start."""
        if self.name == "sandbox":
            self.api.post("/sandbox/compact", {})


def start_sandbox(running: Processes) -> Api:
    """The sandbox with our definition, as an admin."""
    state = running.folder / "sandbox"
    command = [sys.executable, "-m", "e2e.sandbox", "--state", str(state), "--crd", str(_CRD), "--pod-start", "0.1"]
    running.start("sandbox", command, up=(state / "ready.json").exists)
    identity = Identity.of_certificate(state / "admin.crt", state / "admin.key")
    url = _url(state.joinpath("ready.json").read_text())
    return Api(url, ca=state / "ca.crt", identity=identity)


def enter(name: str, api: Api) -> Peer:
    """A fresh namespace of that server."""
    namespace = f"contract-{uuid.uuid4().hex[:6]}"
    created(api.post("/api/v1/namespaces", {"metadata": {"name": namespace}}))
    return Peer(name=name, api=api, namespace=namespace)


def created(answer: Answer) -> Mapping[str, Any]:
    """What was written, which must have gone well."""
    assert 200 <= answer.code <= 299, answer.text
    body: dict[str, Any] = answer.body
    return body


def _url(ready: str) -> str:
    url: str = json.loads(ready)["url"]
    return url
