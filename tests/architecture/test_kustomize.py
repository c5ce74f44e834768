"""kustomize builds both overlays, alone and with every component, and the API server verifies the adapter."""

import base64
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.architecture.manifests import MANIFESTS, OVERLAYS, Object, of_kind

CERTIFICATE = "components/given-certificate"
FILES = {"ca.crt": "the authority", "tls.crt": "the certificate", "tls.key": "the key"}
every_overlay = pytest.mark.parametrize("overlay", OVERLAYS)


@every_overlay
def test_an_overlay_builds_as_it_is(overlay: str) -> None:
    built = _build(MANIFESTS / "overlays" / overlay)
    assert len(of_kind("CustomResourceDefinition", built)) == 1
    assert {each["metadata"]["namespace"] for each in of_kind("ConfigMap", built)} == {"lagzero-system"}


@every_overlay
def test_a_changed_rule_rolls_the_pods_out_anew(overlay: str) -> None:
    built = _build(MANIFESTS / "overlays" / overlay)
    generated = {each["metadata"]["name"] for each in of_kind("ConfigMap", built)}
    mounted = {
        volume["configMap"]["name"]
        for each in of_kind("Deployment", built)
        for volume in each["spec"]["template"]["spec"]["volumes"]
        if "configMap" in volume
    }
    assert mounted < generated
    assert all(name.startswith("lagzero-rules-") for name in mounted)


@every_overlay
def test_a_given_certificates_authority_becomes_the_ca_bundle(overlay: str, tmp_path: Path) -> None:
    [service] = of_kind("APIService", _build(_user_overlay(tmp_path, overlay, CERTIFICATE)))
    assert base64.b64decode(service["spec"]["caBundle"]).decode() == FILES["ca.crt"]


@every_overlay
def test_cert_manager_is_told_to_fill_the_ca_bundle_in(overlay: str, tmp_path: Path) -> None:
    built = _build(_user_overlay(tmp_path, overlay, "components/cert-manager"))
    [service] = of_kind("APIService", built)
    certificates = {each["metadata"]["name"]: each["spec"] for each in of_kind("Certificate", built)}
    assert service["metadata"]["annotations"] == {"cert-manager.io/inject-ca-from": "lagzero-system/lagzero-adapter"}
    backend = service["spec"]["service"]
    assert f"{backend['name']}.{backend['namespace']}.svc" in certificates["lagzero-adapter"]["dnsNames"]


@every_overlay
def test_the_scaler_can_read_the_api_instead_of_prometheus(overlay: str, tmp_path: Path) -> None:
    built = _build(_user_overlay(tmp_path, overlay, "components/external-metrics-api"))
    containers = [
        one for each in of_kind("Deployment", built) for one in each["spec"]["template"]["spec"]["containers"]
    ]
    arguments = {one["args"][0]: one["args"] for one in containers}
    assert "--external-metrics=api" in arguments["scaler"]
    assert not any(argument.startswith(("--rules", "--prometheus")) for argument in arguments["scaler"])
    assert "--rules=/etc/lagzero/rules" in arguments["adapter"]


@every_overlay
@pytest.mark.parametrize("component", [CERTIFICATE, "components/cert-manager"])
def test_verification_is_never_switched_off(overlay: str, component: str, tmp_path: Path) -> None:
    [service] = of_kind("APIService", _build(_user_overlay(tmp_path, overlay, component)))
    assert "insecureSkipTLSVerify" not in service["spec"]


def _user_overlay(folder: Path, overlay: str, component: str) -> Path:
    """What README.md tells a user to write."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    manifests = os.path.relpath(MANIFESTS, folder.resolve())
    secret = {
        "name": "lagzero-adapter-tls",
        "namespace": "lagzero-system",
        "type": "kubernetes.io/tls",
        "files": list(FILES),
        "options": {"disableNameSuffixHash": True},
    }
    kustomization = {
        "resources": [f"{manifests}/overlays/{overlay}"],
        "components": [f"{manifests}/{component}"],
        "secretGenerator": [secret],
    }
    (folder / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
    return folder


def _build(folder: Path) -> list[Object]:
    command = [_kubectl(), "kustomize", str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert built.stderr == ""
    return list(yaml.safe_load_all(built.stdout))


def _kubectl() -> str:
    """Without one a test fails in CI and is skipped elsewhere, with the reason."""
    beside = Path(sys.executable).with_name("kubectl")
    binary = str(beside) if beside.exists() else shutil.which("kubectl")
    if binary is not None:
        return binary
    reason = "needs the program `kubectl` on PATH"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
