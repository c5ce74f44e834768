"""How posted CustomResourceDefinitions take effect: their kind is served at once, and gone with the definition."""

import asyncio

from e2e.sandbox.builtin import BUILTIN_TYPES
from e2e.sandbox.custom_resources import DEFINITIONS, established, type_of
from e2e.sandbox.history import Change, Event
from e2e.sandbox.managed_fields import Writer
from e2e.sandbox.registry import Registry
from e2e.sandbox.store import Key
from e2e.sandbox.writes import Writes

DEFINITION = next(kind for kind in BUILTIN_TYPES if kind.qualified == DEFINITIONS)
_WRITER = Writer(manager="kube-apiserver", subresource="status")


class Definitions:
    """Keeps the registry in step with the stored definitions."""

    def __init__(self, writes: Writes, registry: Registry) -> None:
        self._writes = writes
        self._registry = registry
        writes.store.observers.append(self._observe)

    def _observe(self, event: Event) -> None:
        if event.qualified != DEFINITIONS:
            return
        kind = type_of(event.stored.document)
        if event.change is Change.DELETED:
            for key, _ in self._writes.store.list(kind.qualified):
                self._writes.store.remove(kind.qualified, key)
            self._registry.remove(kind.group, kind.resource)
            return
        self._registry.add(kind)
        if "status" not in event.stored.document:
            # Later in this turn's loop, so that the definition's own creation is complete first.
            asyncio.get_running_loop().call_soon(self._establish, event.key)

    def _establish(self, key: Key) -> None:
        stored = self._writes.store.get(DEFINITIONS, key)
        if stored is not None:
            changed = {**stored.document, "status": established(stored.document)}
            self._writes.replace(DEFINITION, stored, changed, _WRITER)
