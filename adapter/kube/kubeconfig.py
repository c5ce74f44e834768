"""Which server and which credentials does a kubeconfig name? Several files are merged as kubectl merges them.

The first file that names a cluster, user, context or the current context wins, and relative paths are
relative to the file they stand in. Everything is checked here, so that a mistake is one clear line and not
a failed connection later.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class AccessError(Exception):
    """There is no usable way to the cluster; the text says what, where and what to do, in one line."""


class Cluster(msgspec.Struct, rename="kebab", frozen=True, kw_only=True, omit_defaults=True):
    """The `cluster` of a kubeconfig entry: where the API server is and how to know it."""

    server: str | None = None
    certificate_authority: str | None = None
    certificate_authority_data: str | None = None
    insecure_skip_tls_verify: bool = False
    tls_server_name: str | None = None
    proxy_url: str | None = None


class User(msgspec.Struct, rename="kebab", frozen=True, kw_only=True, omit_defaults=True):
    """The `user` of a kubeconfig entry: who we are. Never shown, it holds secrets."""

    client_certificate: str | None = None
    client_certificate_data: str | None = None
    client_key: str | None = None
    client_key_data: str | None = None
    token: str | None = None
    token_file: str | None = msgspec.field(default=None, name="tokenFile")
    username: str | None = None
    password: str | None = None
    exec: dict[str, object] | None = None
    auth_provider: dict[str, object] | None = None
    impersonate: str | None = msgspec.field(default=None, name="as")

    def __repr__(self) -> str:
        return "User(...)"


class _Context(msgspec.Struct, frozen=True):
    cluster: str
    user: str | None = None
    namespace: str | None = None


class _NamedCluster(msgspec.Struct, frozen=True):
    name: str
    cluster: Cluster


class _NamedUser(msgspec.Struct, frozen=True):
    name: str
    user: User | None = None


class _NamedContext(msgspec.Struct, frozen=True):
    name: str
    context: _Context


class _File(msgspec.Struct, rename="kebab", frozen=True):
    current_context: str | None = None
    clusters: list[_NamedCluster] | None = None
    users: list[_NamedUser] | None = None
    contexts: list[_NamedContext] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one context stands for; every path in it is absolute."""

    context: str
    namespace: str
    cluster: Cluster
    user: User


def read_kubeconfig(paths: Sequence[Path], *, context: str | None) -> Entry:
    """The entry of `context`, or of the current context for None. Raises AccessError."""
    files = [(path, _read(path)) for path in paths]
    where = "kubeconfig " + ":".join(str(path) for path in paths)
    name = context or next((file.current_context for _, file in files if file.current_context), None)
    if not name:
        raise AccessError(f"{where}: there is no current context; choose one with kubectl config use-context NAME")
    contexts = {entry.name: entry.context for _, file in reversed(files) for entry in file.contexts or ()}
    chosen = contexts.get(name)
    if chosen is None:
        known = ", ".join(sorted(contexts)) or "none"
        raise AccessError(f'{where}: there is no context "{name}" (known: {known}); check current-context')
    return Entry(
        context=name,
        namespace=chosen.namespace or "default",
        cluster=_cluster(files, chosen.cluster, f'{where}: context "{name}"'),
        user=_user(files, chosen.user, f'{where}: context "{name}"'),
    )


def check_readable(path: str, place: str) -> None:
    """Raise AccessError unless the file at `path`, named at `place`, can be read and holds something."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - the text of a kubeconfig, kept as it stands in messages
            empty = not file.read(1)
    except OSError as error:
        raise AccessError(
            f"{place}: can't read {path}: {error.strerror}; check the path and its permissions"
        ) from error
    if empty:
        raise AccessError(f"{place}: {path} is empty")


def _read(path: Path) -> _File:
    try:
        text = path.read_bytes()
    except OSError as error:
        raise AccessError(
            f"kubeconfig {path}: {error.strerror}; name another file with --kubeconfig or in KUBECONFIG"
        ) from error
    try:
        return msgspec.yaml.decode(text, type=_File | None) or _File()
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())
        raise AccessError(f"kubeconfig {path}: not a kubeconfig: {reason}") from error


def _cluster(files: Sequence[tuple[Path, _File]], name: str, where: str) -> Cluster:
    found = {e.name: (path, e.cluster) for path, file in reversed(files) for e in file.clusters or ()}.get(name)
    if found is None:
        raise AccessError(f'{where} names the cluster "{name}", which isn\'t there; add it or choose another context')
    path, cluster = found
    place = f'kubeconfig {path}: cluster "{name}"'
    if not cluster.server:
        raise AccessError(f"{place} has no server; write its URL")
    _check_data(cluster.certificate_authority_data, f"{place}: certificate-authority-data")
    return msgspec.structs.replace(
        cluster,
        certificate_authority=_file(
            cluster.certificate_authority, cluster.certificate_authority_data, path, f"{place}: certificate-authority"
        ),
    )


def _user(files: Sequence[tuple[Path, _File]], name: str | None, where: str) -> User:
    if not name:
        return User()
    found = {e.name: (path, e.user) for path, file in reversed(files) for e in file.users or ()}.get(name)
    if found is None:
        raise AccessError(f'{where} names the user "{name}", which isn\'t there; add it or choose another context')
    path, user = found[0], found[1] or User()
    place = f'kubeconfig {path}: user "{name}"'
    if user.impersonate:
        raise AccessError(f'{place} impersonates somebody ("as"), which isn\'t supported; use credentials of their own')
    _check_data(user.client_certificate_data, f"{place}: client-certificate-data")
    _check_data(user.client_key_data, f"{place}: client-key-data")
    return msgspec.structs.replace(
        user,
        client_certificate=_file(
            user.client_certificate, user.client_certificate_data, path, f"{place}: client-certificate"
        ),
        client_key=_file(user.client_key, user.client_key_data, path, f"{place}: client-key"),
        # The other way round than with certificates: a file that somebody rotates wins over a copy.
        token=None if user.token_file else user.token,
        token_file=_file(user.token_file, None, path, f"{place}: tokenFile"),
    )


def _file(name: str | None, data: str | None, kubeconfig: Path, place: str) -> str | None:
    # Inline data wins over the file of the same thing, so that file may be missing.
    if not name or data:
        return None
    path = str(kubeconfig.absolute().parent / name)
    check_readable(path, place)
    return path


def _check_data(data: str | None, place: str) -> None:
    try:
        base64.b64decode(data or "", validate=False)
    except binascii.Error as error:
        raise AccessError(f"{place} is not base64; copy it again from its source") from error
