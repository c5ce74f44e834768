"""How a Pod comes to life here: made from a template, Running and Ready after a while, without any node.

The annotation `sandbox/ready-after` on the template overrides the seconds from creation to Ready; `never` leaves the
Pod Running and unready.
"""

import asyncio
from collections.abc import Mapping
from functools import partial

from e2e.sandbox import clock
from e2e.sandbox.builtin import BUILTIN_TYPES
from e2e.sandbox.documents import Document, at, text_at
from e2e.sandbox.history import Stored
from e2e.sandbox.managed_fields import Writer
from e2e.sandbox.store import Key, key_of
from e2e.sandbox.writes import Writes

POD = next(kind for kind in BUILTIN_TYPES if kind.qualified == "pods")
_CONTROLLER = Writer(manager="kube-controller-manager")
_KUBELET = Writer(manager="kubelet", subresource="status")
_READY_AFTER = "sandbox/ready-after"


class Pods:
    """Makes Pods, and makes them ready."""

    def __init__(self, writes: Writes, *, start_seconds: float) -> None:
        self._writes = writes
        self._start_seconds = start_seconds

    def create(self, name: str, owner: Document, extra_labels: Mapping[str, str]) -> None:
        """A Pod of the owner's template; it starts Pending, or Running and unready when it shall stay so."""
        template = owner["spec"].get("template", {})
        metadata = template.get("metadata", {})
        document = {
            "metadata": {
                "name": name,
                "labels": {**(metadata.get("labels") or {}), **extra_labels},
                "annotations": dict(metadata.get("annotations") or {}),
                "ownerReferences": [owner_reference(owner)],
            },
            "spec": template.get("spec", {}),
        }
        stored = self._writes.create(POD, text_at(owner, "metadata", "namespace"), document, _CONTROLLER)
        self._set_status(stored, "Pending", ready=False)
        key, uid = key_of(stored.document), stored.document["metadata"]["uid"]
        after = text_at(stored.document, "metadata", "annotations", _READY_AFTER)
        never = after == "never"
        seconds = float(after) if after.replace(".", "", 1).isdecimal() else self._start_seconds
        run = partial(self._run, key, uid, ready=not never)
        asyncio.get_running_loop().call_later(seconds, run)

    def delete(self, pod: Document) -> None:
        """Takes a Pod away at once: there is no kubelet that would let it finish."""
        self._writes.delete(POD, key_of(pod), {})

    def _run(self, key: Key, uid: str, *, ready: bool) -> None:
        stored = self._writes.store.get(POD.qualified, key)
        if stored is not None and stored.document["metadata"]["uid"] == uid:
            self._set_status(stored, "Running", ready=ready)

    def _set_status(self, stored: Stored, phase: str, *, ready: bool) -> None:
        changed = {**stored.document, "status": _status(stored.document, phase, ready=ready)}
        self._writes.replace(POD, stored, changed, _KUBELET)


def owner_reference(owner: Document) -> Document:
    """The reference by which a dependent names its controller."""
    return {
        "apiVersion": owner["apiVersion"],
        "kind": owner["kind"],
        "name": owner["metadata"]["name"],
        "uid": owner["metadata"]["uid"],
        "controller": True,
        "blockOwnerDeletion": True,
    }


def is_ready(pod: Document) -> bool:
    conditions = at(pod, ("status", "conditions"))
    return isinstance(conditions, list) and any(
        each["type"] == "Ready" and each["status"] == "True" for each in conditions
    )


def _status(pod: Document, phase: str, *, ready: bool) -> Document:
    present = clock.rfc3339(clock.now())
    facts = {"PodScheduled": True, "Initialized": True, "ContainersReady": ready, "Ready": ready}
    conditions = [
        {"type": name, "status": "True" if holds else "False", "lastTransitionTime": present}
        for name, holds in facts.items()
    ]
    status: Document = {"phase": phase, "conditions": conditions, "startTime": pod["metadata"]["creationTimestamp"]}
    if phase == "Running":
        status["podIP"] = status["hostIP"] = "127.0.0.1"
        status["containerStatuses"] = [
            {"name": each["name"], "ready": ready, "started": True, "restartCount": 0, "image": each.get("image", ""),
             "imageID": "", "state": {"running": {"startedAt": present}}}
            for each in pod["spec"].get("containers", ())
        ]  # fmt: skip
    return status
