"""How is the cluster reached? From inside a pod by its service account, from anywhere else by a kubeconfig."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adapter.kube.kubeconfig import AccessError, Cluster, User, check_readable, read_kubeconfig

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Access", "AccessError", "Cluster", "User", "load_access"]

_SERVICE_ACCOUNT: Final = Path("/var/run/secrets/kubernetes.io/serviceaccount")


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One API server and our credentials for it, in the words of a kubeconfig; paths are absolute.

    `origin` says for people where it comes from, `namespace` is the one to use when none is named.
    """

    cluster: Cluster
    user: User = field(default_factory=User, repr=False)
    origin: str = "given by the program"
    namespace: str = "default"

    @property
    def server(self) -> str:
        """The API server's URL, without a final slash."""
        return (self.cluster.server or "").rstrip("/")


def load_access(
    kubeconfig: Path | None,
    *,
    context: str | None = None,
    environ: Mapping[str, str] = os.environ,
    service_account: Path = _SERVICE_ACCOUNT,
) -> Access:
    """The access of a kubeconfig file, or the best one that can be found for None.

    None looks for a pod's service account first, then for the files of KUBECONFIG, then for ~/.kube/config.
    Nothing is sent to the server. Raises AccessError.
    """
    if kubeconfig is not None:
        return _from_files([kubeconfig.expanduser()], context)
    if context is None and environ.get("KUBERNETES_SERVICE_HOST") and (service_account / "token").exists():
        return _of_service_account(environ, service_account)
    listed = [Path(name).expanduser() for name in environ.get("KUBECONFIG", "").split(os.pathsep) if name]
    default = Path(environ.get("HOME", "~")).expanduser() / ".kube" / "config"
    present = [path for path in listed or [default] if path.exists()]
    if not present:
        places = ", ".join(str(path) for path in listed or [default])
        raise AccessError(f"no way to the cluster: not in a pod, and no file at {places}; name one with --kubeconfig")
    return _from_files(present, context)


def _from_files(paths: list[Path], context: str | None) -> Access:
    entry = read_kubeconfig(paths, context=context)
    where = ":".join(str(path) for path in paths)
    return Access(
        cluster=entry.cluster,
        user=entry.user,
        origin=f'kubeconfig {where}, context "{entry.context}"',
        namespace=entry.namespace,
    )


def _of_service_account(environ: Mapping[str, str], folder: Path) -> Access:
    host, port = environ["KUBERNETES_SERVICE_HOST"], environ.get("KUBERNETES_SERVICE_PORT", "443")
    for name in ("token", "ca.crt"):
        check_readable(str(folder / name), "the pod's service account")
    namespace = folder / "namespace"
    return Access(
        cluster=Cluster(
            server=f"https://[{host}]:{port}" if ":" in host else f"https://{host}:{port}",
            certificate_authority=str(folder / "ca.crt"),
        ),
        user=User(token_file=str(folder / "token")),
        origin="the pod's service account",
        namespace=namespace.read_text().strip() if namespace.exists() else "default",
    )
