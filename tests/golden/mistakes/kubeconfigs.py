"""What is said of a kubeconfig that leads nowhere? One mistake each."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from adapter.kube.access import AccessError, load_access
from tests.golden.mistakes.shown import shown

_RIGHT = {
    "apiVersion": "v1",
    "kind": "Config",
    "current-context": "dev",
    "clusters": [{"name": "local", "cluster": {"server": "https://127.0.0.1:6443"}}],
    "users": [{"name": "admin", "user": {"token": "s3cret"}}],
    "contexts": [{"name": "dev", "context": {"cluster": "local", "user": "admin"}}],
}
_CHANGES: tuple[dict[str, object], ...] = (
    {"current-context": ""},
    {"current-context": "prod"},
    {"clusters": []},
    {"users": []},
    {"clusters": [{"name": "local", "cluster": {}}]},
    {"contexts": {"dev": "x"}},
    {"clusters": [{"name": "local", "cluster": {"server": "https://a", "certificate-authority": "no/ca.crt"}}]},
    {"clusters": [{"name": "local", "cluster": {"server": "https://a", "certificate-authority-data": "abcde"}}]},
    {"users": [{"name": "admin", "user": {"client-certificate": "no/tls.crt"}}]},
    {"users": [{"name": "admin", "user": {"client-key": "no/tls.key"}}]},
    {"users": [{"name": "admin", "user": {"client-certificate-data": "abcde"}}]},
    {"users": [{"name": "admin", "user": {"client-key-data": "abcde"}}]},
    {"users": [{"name": "admin", "user": {"as": "root"}}]},
)
_TEXTS = ("a: [", "just words", "")


def kubeconfigs() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "config"
        for change in _CHANGES:
            path.write_bytes(msgspec.yaml.encode(_RIGHT | change))
            given = ", ".join(f"{key}: {value}" for key, value in change.items())
            yield from shown(given, [_said(path, folder)])
        for text in _TEXTS:
            path.write_text(text)
            yield from shown(text or "an empty file", [_said(path, folder)])
        yield from shown("a file that isn't there", [_said(Path(folder) / "gone", folder)])
        yield from shown("no file at all", [_nowhere(folder)])


def _said(path: Path, folder: str) -> str:
    try:
        load_access(path)
    except AccessError as error:
        return str(error).replace(folder, "FOLDER")
    raise AssertionError(f"{path.read_text()} was no mistake")


def _nowhere(folder: str) -> str:
    try:
        load_access(None, environ={"HOME": folder})
    except AccessError as error:
        return str(error).replace(folder, "FOLDER")
    raise AssertionError("there was a way to a cluster")
