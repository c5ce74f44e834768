"""How Deployments, ReplicaSets and StatefulSets come to have as many Pods as they ask for.

A Deployment has one ReplicaSet per template; a new template is brought in at once, without surge or waiting. A
StatefulSet makes and removes all its Pods at once, in the order of their numbers; it makes no volumes.
"""

import asyncio
import uuid
from hashlib import sha256

from e2e.sandbox.builtin import BUILTIN_TYPES
from e2e.sandbox.documents import Document, at, encode, text_at, with_value
from e2e.sandbox.history import Change, Event
from e2e.sandbox.managed_fields import Writer
from e2e.sandbox.ownership import Ownership
from e2e.sandbox.pods import POD, Pods, is_ready, owner_reference
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.store import Key, key_of
from e2e.sandbox.workload_status import deployment_status, set_status
from e2e.sandbox.writes import Writes

_TYPES = {kind.qualified: kind for kind in BUILTIN_TYPES if kind.group == "apps"}
_DEPLOYMENTS, _STATEFUL_SETS, _REPLICA_SETS = "deployments.apps", "statefulsets.apps", "replicasets.apps"
_PLURALS = {"Deployment": _DEPLOYMENTS, "StatefulSet": _STATEFUL_SETS, "ReplicaSet": _REPLICA_SETS}
_MANAGER = "kube-controller-manager"
_COST = "controller.kubernetes.io/pod-deletion-cost"


class Workloads:
    """The controllers. A change of a workload, or of what it owns, brings it up in the next turn of the loop."""

    def __init__(self, writes: Writes, ownership: Ownership, pods: Pods) -> None:
        self._writes = writes
        self._ownership = ownership
        self._pods = pods
        self._due: dict[tuple[str, Key], None] = {}
        writes.store.observers.append(self._observe)

    def _observe(self, event: Event) -> None:
        document = event.stored.document
        namespace, name = event.key
        if event.qualified in _TYPES and event.change is not Change.DELETED:
            self._bring_up(event.qualified, (namespace, name))
        if event.qualified in {POD.qualified, _REPLICA_SETS}:
            for reference in document["metadata"].get("ownerReferences") or ():
                if reference["kind"] in _PLURALS:
                    self._bring_up(_PLURALS[reference["kind"]], (namespace, reference["name"]))

    def _bring_up(self, qualified: str, key: Key) -> None:
        if not self._due:
            asyncio.get_running_loop().call_soon(self._work)
        self._due[qualified, key] = None

    def _work(self) -> None:
        due, self._due = self._due, {}
        for qualified, key in due:
            stored = self._writes.store.get(qualified, key)
            if stored is None or "deletionTimestamp" in stored.document["metadata"]:
                continue
            if qualified == _DEPLOYMENTS:
                self._roll_out(stored.document)
            else:
                self._fill(_TYPES[qualified], stored.document)

    def _roll_out(self, deployment: Document) -> None:
        kind = _TYPES[_REPLICA_SETS]
        owned = self._ownership.dependents(deployment["metadata"]["uid"], _REPLICA_SETS)
        current = _replica_set(deployment)
        name, wanted = current["metadata"]["name"], deployment["spec"]["replicas"]
        namespace = text_at(deployment, "metadata", "namespace")
        if self._writes.store.get(_REPLICA_SETS, (namespace, name)) is None:
            self._writes.create(kind, namespace, current, Writer(manager=_MANAGER))
        for each in owned:
            count = wanted if each["metadata"]["name"] == name else 0
            if each["spec"]["replicas"] != count:
                stored = self._writes.get(kind, key_of(each))
                scaled = with_value(each, ("spec", "replicas"), count)
                self._writes.replace(kind, stored, scaled, Writer(manager=_MANAGER))
        owned = self._ownership.dependents(deployment["metadata"]["uid"], _REPLICA_SETS)
        self._report(_TYPES[_DEPLOYMENTS], deployment, deployment_status(deployment, owned, name))

    def _fill(self, kind: ResourceType, owner: Document) -> None:
        pods = self._ownership.dependents(owner["metadata"]["uid"], POD.qualified)
        wanted = owner["spec"]["replicas"]
        if kind.qualified == _STATEFUL_SETS:
            self._fill_in_order(owner, {pod["metadata"]["name"]: pod for pod in pods}, wanted)
        else:
            for pod in sorted(pods, key=_least_missed)[: max(0, len(pods) - wanted)]:
                self._pods.delete(pod)
            for _ in range(wanted - len(pods)):
                self._pods.create(f"{owner['metadata']['name']}-{uuid.uuid4().hex[:5]}", owner, {})
        pods = self._ownership.dependents(owner["metadata"]["uid"], POD.qualified)
        self._report(kind, owner, set_status(kind, owner, pods))

    def _fill_in_order(self, owner: Document, pods: dict[str, Document], wanted: int) -> None:
        names = [f"{owner['metadata']['name']}-{number}" for number in range(wanted)]
        for name in names:
            if name not in pods:
                self._pods.create(name, owner, {"statefulset.kubernetes.io/pod-name": name})
        for name in sorted(pods.keys() - set(names), reverse=True):
            self._pods.delete(pods[name])

    def _report(self, kind: ResourceType, document: Document, status: Document) -> None:
        stored = self._writes.store.get(kind.qualified, key_of(document))
        if stored is not None and stored.document.get("status") != status:
            writer = Writer(manager=_MANAGER, subresource="status")
            self._writes.replace(kind, stored, {**stored.document, "status": status}, writer)


def _replica_set(deployment: Document) -> Document:
    """The ReplicaSet for a Deployment's present template."""
    template = deployment["spec"]["template"]
    digest = sha256(encode(template)).hexdigest()[:10]
    labels = {**((template.get("metadata") or {}).get("labels") or {}), "pod-template-hash": digest}
    selector = deployment["spec"]["selector"]
    matched = {**(selector.get("matchLabels") or {}), "pod-template-hash": digest}
    return {
        "metadata": {
            "name": f"{deployment['metadata']['name']}-{digest}",
            "labels": labels,
            "ownerReferences": [owner_reference(deployment)],
        },
        "spec": {
            "replicas": deployment["spec"]["replicas"],
            "selector": {**selector, "matchLabels": matched},
            "template": {**template, "metadata": {**(template.get("metadata") or {}), "labels": labels}},
        },
    }


def _least_missed(pod: Document) -> tuple[bool, int, bool, str]:
    """The order in which Pods are taken away: the pending, then the cheap, the unready, the young by name."""
    cost = text_at(pod, "metadata", "annotations", _COST)
    running = at(pod, ("status", "phase")) == "Running"
    return running, int(cost) if cost.lstrip("-").isdecimal() else 0, is_ready(pod), pod["metadata"]["name"]
