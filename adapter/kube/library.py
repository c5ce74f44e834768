"""Which parts of kubernetes_asyncio are taken? What sends requests and reads a kubeconfig, and none of its models.

Its `client` package imports a module for every kind and every API group of Kubernetes, more than a thousand: most of a
second, and half of the memory that a small program has. We send and read bytes, so two of them are enough.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec, module_from_spec
from typing import Any, Final

_CLIENT: Final = "kubernetes_asyncio.client"
_UNREAD: Final = ("kubernetes_asyncio", _CLIENT, f"{_CLIENT}.models")


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """What we use of it; it has no types of its own."""

    api_client: Any
    configuration: Any
    config_exception: type[Exception]
    load_kube_config_from_dict: Any


@cache
def library() -> Library:
    """The library, imported at the first call: it takes a while, and not every command needs a cluster."""
    if _UNREAD[0] not in sys.modules:
        _leave_unread(_UNREAD)
    api_client = importlib.import_module(f"{_CLIENT}.api_client").ApiClient
    configuration = importlib.import_module(f"{_CLIENT}.configuration").Configuration
    # What the library's reader of kubeconfigs asks its client package for.
    vars(sys.modules[_CLIENT]).update(ApiClient=api_client, Configuration=configuration)
    config = importlib.import_module("kubernetes_asyncio.config")
    kube_config = importlib.import_module("kubernetes_asyncio.config.kube_config")
    return Library(
        api_client=api_client,
        configuration=configuration,
        config_exception=config.ConfigException,
        load_kube_config_from_dict=kube_config.load_kube_config_from_dict,
    )


def _leave_unread(packages: tuple[str, ...]) -> None:
    """Make the packages known without running what they import; their modules are found as ever."""
    for name in packages:
        spec = find_spec(name)
        if spec is None:
            raise ModuleNotFoundError(f"no module named {name!r}", name=name)
        sys.modules[name] = module_from_spec(spec)
