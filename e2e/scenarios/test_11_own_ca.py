"""Scenario 11: the adapter keeps an authority of its own, with the rights that the manifests give it and no other."""

import base64
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography import x509

from e2e.control_plane.binaries import Programs
from e2e.control_plane.cluster import Cluster, running_cluster
from e2e.control_plane.control_plane import Settings
from e2e.control_plane.lagzero import ADAPTER_ACCOUNT
from e2e.control_plane.manifests import API_SERVICE, NAMESPACE, is_available, lead_to
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import ROOT
from e2e.ports import free_port

_OVERLAY: Final = ROOT / "manifests" / "overlays" / "split"
_RULES: Final = Path(__file__).with_name("rules.yaml")
_SECRET: Final = "lagzero-adapter-ca"
_GROUP_VERSION: Final = "/apis/external.metrics.k8s.io/v1beta1"
# What old certificates live for, and then some.
_ROTATION_SECONDS: Final = 240.0
_API_SERVICE: Final = f"/apis/apiregistration.k8s.io/v1/apiservices/{API_SERVICE}"


@pytest.fixture(scope="module")
def secured(programs: Programs, scratch: Path) -> Iterator[Cluster]:
    """A cluster with our manifests as they are, and an adapter that was given no certificate."""
    with running_cluster(programs, scratch / "own-ca", Settings()) as cluster:
        cluster.kubectl("apply", "-k", str(_OVERLAY))
        port = free_port()
        command: list[str | Path] = [
            *(Path(sys.executable).parent / "lagzero", "adapter", "--rules", _RULES, "--prometheus"),
            *("http://127.0.0.1:9", "--listen", f"127.0.0.1:{port}"),
            *("--kubeconfig", cluster.service_account_kubeconfig(NAMESPACE, ADAPTER_ACCOUNT)),
            *("--own-ca-secret", f"{NAMESPACE}/{_SECRET}", "--own-ca-service", f"{NAMESPACE}/lagzero-adapter"),
            *("--own-ca-certificate-duration", "30s"),
        ]
        lead_to(cluster, port)
        cluster.processes.start("adapter", command, up=lambda: is_available(cluster))
        yield cluster


def test_the_api_is_available_by_a_bundle_that_the_adapter_wrote(secured: Cluster) -> None:
    [authority] = _at_rest(secured)
    owners = {
        entry["manager"]
        for entry in secured.admin.get(_API_SERVICE).body["metadata"]["managedFields"]
        if "f:caBundle" in entry["fieldsV1"].get("f:spec", {})
    }
    assert authority.subject == authority.issuer
    assert owners == {"lagzero-adapter"}


@pytest.mark.parametrize("how", [(), ("--server-side", "--force-conflicts")], ids=["client-side", "server-side"])
def test_applying_the_manifests_again_leaves_the_bundle_and_the_authority(
    secured: Cluster, how: tuple[str, ...]
) -> None:
    _at_rest(secured)
    words = ("apply", "-k", str(_OVERLAY), *how, "--dry-run=server", "--output=json")
    applied = {each["kind"]: each for each in json.loads(secured.kubectl(*words))["items"]}
    assert applied["APIService"]["spec"]["caBundle"] == secured.admin.get(_API_SERVICE).body["spec"]["caBundle"]
    assert applied["Secret"]["data"] == _secret(secured)["data"]


def test_a_forced_rotation_keeps_the_api_available(secured: Cluster) -> None:
    before = _at_rest(secured)
    with _asking(secured) as seen:
        secured.kubectl("annotate", "secret", _SECRET, "--namespace", NAMESPACE, "lagzero.dev/rotate-authority=now")
        eventually("both are trusted", seen.bundle, wanted=lambda held: len(held) == 2)
        eventually(
            "only the new one is trusted",
            seen.bundle,
            within=_ROTATION_SECONDS,
            wanted=lambda held: len(held) == 1 and not held & before,
        )
    assert "lagzero.dev/rotate-authority" not in _secret(secured)["metadata"].get("annotations", {})


def test_a_deleted_secret_comes_back_with_the_manifests_and_the_api_stays_available(secured: Cluster) -> None:
    before = _at_rest(secured)
    with _asking(secured) as seen:
        secured.kubectl("delete", "secret", _SECRET, "--namespace", NAMESPACE)
        secured.kubectl("apply", "-f", str(ROOT / "manifests" / "components" / "own-ca" / "secret.yaml"))
        eventually("it is filled in", lambda: bool(seen.bundle() and _secret(secured).get("data")))
        eventually("a successor is trusted, too", seen.bundle, wanted=lambda held: before < held)


def test_every_watch_of_the_adapter_is_allowed(secured: Cluster) -> None:
    """Of the ConfigMap, the Secret and the APIService, each granted by name and asked for by name."""
    log = secured.processes.folder.joinpath("adapter.log").read_text()
    interrupted = [line for line in log.splitlines() if "watch interrupted" in line]
    assert [line for line in interrupted if "forbidden" in line] == []


@pytest.mark.parametrize("words", [("create", "secrets"), ("get", "secrets"), ("patch", "secrets/other")])
def test_the_adapter_has_no_right_to_other_secrets(secured: Cluster, words: tuple[str, ...]) -> None:
    account = f"system:serviceaccount:{NAMESPACE}:{ADAPTER_ACCOUNT}"
    said = secured.kubectl.run("auth", "can-i", *words, "--namespace", NAMESPACE, f"--as={account}")
    assert said.out.strip() == "no"


class _Asking:
    """Reads through the aggregator, each of which has to succeed while the API is said to be available."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self.reads = 0

    def bundle(self) -> set[x509.Certificate]:
        """Whom the API server trusts, after another such read."""
        answer = self._cluster.admin.get(_GROUP_VERSION)
        assert answer.code == 200, answer.text
        assert is_available(self._cluster)
        self.reads += 1
        return set(_bundle(self._cluster))


@contextmanager
def _asking(cluster: Cluster) -> Iterator[_Asking]:
    asking = _Asking(cluster)
    yield asking
    assert asking.reads >= 2


def _at_rest(cluster: Cluster) -> set[x509.Certificate]:
    """Wait until no rotation is under way: the one authority that is trusted."""
    return eventually(
        "no rotation is under way",
        lambda: set(_bundle(cluster)),
        within=_ROTATION_SECONDS,
        wanted=lambda held: len(held) == 1,
    )


def _bundle(cluster: Cluster) -> tuple[x509.Certificate, ...]:
    text: str = cluster.admin.get(_API_SERVICE).body["spec"]["caBundle"]
    return tuple(x509.load_pem_x509_certificates(base64.b64decode(text)))


def _secret(cluster: Cluster) -> dict[str, Any]:
    return cluster.get("v1/secrets", _SECRET, NAMESPACE)
