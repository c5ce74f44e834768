"""Claims about `adapter.kube.library`: little of kubernetes_asyncio is imported, and that works."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from adapter.kube.library import library

if TYPE_CHECKING:
    from pathlib import Path

_SCRIPT = """
import asyncio, sys
from pathlib import Path
from adapter.kube.access import load_access
from adapter.kube.client import KubeClient

async def main():
    async with KubeClient.of(load_access(Path(sys.argv[1])), user_agent="test"):
        print(*sorted(name for name in sys.modules if name.startswith("kubernetes_asyncio.client.")))

asyncio.run(main())
"""
_KUBECONFIG = """
current-context: it
clusters: [{name: it, cluster: {server: "http://127.0.0.1:9"}}]
contexts: [{name: it, context: {cluster: it, user: it}}]
users: [{name: it, user: {token: t}}]
"""


def test_a_client_is_made_without_the_librarys_models_and_apis(tmp_path: Path) -> None:
    kubeconfig = tmp_path / "kubeconfig"
    kubeconfig.write_text(_KUBECONFIG)
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, kubeconfig], capture_output=True, text=True, timeout=60, check=False
    )
    expected = {f"kubernetes_asyncio.client.{name}" for name in ("api_client", "configuration", "exceptions", "rest")}
    assert expected | {"kubernetes_asyncio.client.models"} == set(done.stdout.split()), done.stderr


def test_it_is_the_library_itself() -> None:
    names = (library().api_client.__module__, library().configuration.__module__, library().config_exception.__name__)
    assert (
        "kubernetes_asyncio.client.api_client",
        "kubernetes_asyncio.client.configuration",
        "ConfigException",
    ) == names
