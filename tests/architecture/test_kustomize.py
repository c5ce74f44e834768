"""kustomize builds both overlays, alone and with every component, and the API server verifies the adapter."""

import base64
import os
from pathlib import Path

import pytest
import yaml

from adapter.cli import adapter
from tests.architecture.kustomize import build
from tests.architecture.manifests import MANIFESTS, OVERLAYS, Object, containers_of, of_kind

CERTIFICATE = "components/given-certificate"
FILES = {"ca.crt": "the authority", "tls.crt": "the certificate", "tls.key": "the key"}
every_overlay = pytest.mark.parametrize("overlay", OVERLAYS)


@every_overlay
def test_an_overlay_builds_as_it_is(overlay: str) -> None:
    built = build(MANIFESTS / "overlays" / overlay)
    assert len(of_kind("CustomResourceDefinition", built)) == 1
    assert {each["metadata"]["namespace"] for each in of_kind("ConfigMap", built)} == {"lagzero-system"}


@every_overlay
def test_a_changed_rule_rolls_the_pods_out_anew(overlay: str) -> None:
    built = build(MANIFESTS / "overlays" / overlay)
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
def test_an_overlay_alone_keeps_an_authority_of_its_own_and_no_bundle(overlay: str) -> None:
    """A bundle in the manifests would take the adapter's away at every apply."""
    built = build(MANIFESTS / "overlays" / overlay)
    [service], [secret] = of_kind("APIService", built), of_kind("Secret", built)
    assert "caBundle" not in service["spec"]
    backend = service["spec"]["service"]
    assert {
        f"--own-ca-secret=lagzero-system/{secret['metadata']['name']}",
        f"--own-ca-service={backend['namespace']}/{backend['name']}",
    } <= set(_adapter(built)["args"])


@every_overlay
@pytest.mark.parametrize("component", [CERTIFICATE, "components/cert-manager"])
def test_another_source_of_the_certificate_leaves_nothing_of_the_own_authority(
    overlay: str, component: str, tmp_path: Path
) -> None:
    built = build(_user_overlay(tmp_path, overlay, component))
    container = _adapter(built)
    assert "own-ca" not in yaml.safe_dump_all(built)
    assert "lagzero-adapter-ca" not in {each["metadata"]["name"] for each in of_kind("Secret", built)}
    assert "--tls-cert-file=/etc/lagzero/tls/tls.crt" in container["args"]
    assert {mount["name"] for mount in container["volumeMounts"]} == {"rules", "tls"}


@every_overlay
@pytest.mark.parametrize("component", [CERTIFICATE, "components/own-ca"])
def test_every_flag_of_the_built_adapter_is_one_of_the_verb(overlay: str, component: str, tmp_path: Path) -> None:
    folder = MANIFESTS / "overlays" / overlay
    built = build(folder if component.endswith("own-ca") else _user_overlay(tmp_path, overlay, component))
    known = {name for parameter in adapter.params for name in parameter.opts}
    assert [flag for flag in _adapter(built)["args"][1:] if flag.partition("=")[0] not in known] == []


@every_overlay
def test_a_given_certificates_authority_becomes_the_ca_bundle(overlay: str, tmp_path: Path) -> None:
    [service] = of_kind("APIService", build(_user_overlay(tmp_path, overlay, CERTIFICATE)))
    assert base64.b64decode(service["spec"]["caBundle"]).decode() == FILES["ca.crt"]


@every_overlay
def test_cert_manager_is_told_to_fill_the_ca_bundle_in(overlay: str, tmp_path: Path) -> None:
    built = build(_user_overlay(tmp_path, overlay, "components/cert-manager"))
    [service] = of_kind("APIService", built)
    certificates = {each["metadata"]["name"]: each["spec"] for each in of_kind("Certificate", built)}
    assert service["metadata"]["annotations"] == {"cert-manager.io/inject-ca-from": "lagzero-system/lagzero-adapter"}
    backend = service["spec"]["service"]
    assert f"{backend['name']}.{backend['namespace']}.svc" in certificates["lagzero-adapter"]["dnsNames"]


@every_overlay
def test_the_scaler_can_read_the_api_instead_of_prometheus(overlay: str, tmp_path: Path) -> None:
    built = build(_user_overlay(tmp_path, overlay, "components/external-metrics-api"))
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
    [service] = of_kind("APIService", build(_user_overlay(tmp_path, overlay, component)))
    assert "insecureSkipTLSVerify" not in service["spec"]


@every_overlay
def test_grafana_and_prometheus_find_what_is_theirs(overlay: str, tmp_path: Path) -> None:
    built = of_kind("ConfigMap", build(_user_overlay(tmp_path, overlay, "components/monitoring")))
    maps = {each["metadata"]["name"]: each for each in built}
    assert {"lagzero-adapter.yaml", "lagzero-scaler.yaml"} == set(maps["lagzero-alerts"]["data"])
    assert {"lagzero-adapter.json", "lagzero-scaler.json"} == set(maps["lagzero-dashboards"]["data"])
    assert "1" == maps["lagzero-dashboards"]["metadata"]["labels"]["grafana_dashboard"]


@every_overlay
def test_the_operator_scrapes_each_program_where_it_listens(overlay: str, tmp_path: Path) -> None:
    both = ("components/monitoring", "components/monitoring-operator")
    built = build(_user_overlay(tmp_path, overlay, *both))
    pods = [each["spec"]["template"] for each in of_kind("Deployment", built)]
    for monitor in of_kind("PodMonitor", built):
        wanted = monitor["spec"]["selector"]["matchLabels"].items()
        [template] = [each for each in pods if wanted <= each["metadata"]["labels"].items()]
        ports = [port["name"] for container in template["spec"]["containers"] for port in container["ports"]]
        assert monitor["spec"]["podMetricsEndpoints"][0]["port"] in ports
    secrets = [each["metadata"]["name"] for each in of_kind("Secret", built)]
    [adapter, _] = [each["spec"]["podMetricsEndpoints"][0] for each in of_kind("PodMonitor", built)]
    assert adapter["authorization"]["credentials"]["name"] in secrets


def _adapter(built: list[Object]) -> Object:
    [container] = [one for one in containers_of(built) if one["name"] == "adapter"]
    return container


@pytest.mark.parametrize(
    ("certificate", "authority"), [((), "lagzero-adapter-ca"), (("components/cert-manager",), "lagzero-adapter-tls")]
)
def test_the_operator_trusts_whoever_issues_the_adapters_certificate(
    certificate: tuple[str, ...], authority: str, tmp_path: Path
) -> None:
    components = ("components/monitoring", "components/monitoring-operator", *certificate)
    [adapter, _] = of_kind("PodMonitor", build(_user_overlay(tmp_path, "sidecar", *components)))
    endpoint = adapter["spec"]["podMetricsEndpoints"][0]
    assert {"name": authority, "key": "ca.crt"} == endpoint["tlsConfig"]["ca"]["secret"]


def _user_overlay(folder: Path, overlay: str, *components: str) -> Path:
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
        "components": [f"{manifests}/{component}" for component in components],
        "secretGenerator": [secret],
    }
    (folder / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
    return folder
