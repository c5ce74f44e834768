"""The Pods of both overlays are confined, probed, doubled and started with flags that exist."""

import tomllib
from typing import Any

import click
import pytest

from scaler.cli.main import main
from tests.architecture.manifests import (
    MANIFESTS,
    OVERLAYS,
    Object,
    containers_of,
    name_of,
    objects_of,
    of_kind,
    pod_labels,
    pod_spec,
)
from tests.architecture.tree import ROOT

OBJECTS = {overlay: objects_of(MANIFESTS / "overlays" / overlay) for overlay in OVERLAYS}
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
every_overlay = pytest.mark.parametrize("objects", OBJECTS.values(), ids=OBJECTS)


@every_overlay
def test_pods_pass_the_restricted_pod_security_standard(objects: list[Object]) -> None:
    """Source: kubernetes.io/docs/concepts/security/pod-security-standards, profile restricted."""
    for deployment in of_kind("Deployment", objects):
        spec = pod_spec(deployment)
        assert {"hostNetwork", "hostPID", "hostIPC", "initContainers"}.isdisjoint(spec)
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] > 0
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert {key for volume in spec["volumes"] for key in volume} <= {"name", "configMap", "secret", "emptyDir"}
    for container in containers_of(objects):
        assert container["securityContext"]["allowPrivilegeEscalation"] is False
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


@every_overlay
def test_no_container_can_write_to_its_file_system(objects: list[Object]) -> None:
    assert all(container["securityContext"]["readOnlyRootFilesystem"] is True for container in containers_of(objects))
    assert all(mount["readOnly"] is True for container in containers_of(objects) for mount in container["volumeMounts"])


def test_the_namespace_admits_restricted_pods_only() -> None:
    [namespace] = of_kind("Namespace", OBJECTS["split"])
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


@every_overlay
def test_there_are_two_of_each_and_an_eviction_leaves_one(objects: list[Object]) -> None:
    budgets = {name_of(budget): budget["spec"] for budget in of_kind("PodDisruptionBudget", objects)}
    for deployment in of_kind("Deployment", objects):
        assert deployment["spec"]["replicas"] == 2
        selected = {"selector": deployment["spec"]["selector"], "unhealthyPodEvictionPolicy": "AlwaysAllow"}
        assert budgets[name_of(deployment)] == {"minAvailable": 1, **selected}


@every_overlay
def test_every_flag_is_one_of_its_verb(objects: list[Object]) -> None:
    for container in containers_of(objects):
        verb, *arguments = container["args"]
        assert [argument for argument in arguments if argument.partition("=")[0] not in _flags(verb)] == []


@every_overlay
def test_probes_and_listen_address_speak_of_one_port(objects: list[Object]) -> None:
    for container in containers_of(objects):
        [port] = container["ports"]
        [listen] = [argument for argument in container["args"] if argument.startswith("--listen=")]
        assert listen == f"--listen=0.0.0.0:{port['containerPort']}"
        probes = [container[key] for key in container if key.endswith("Probe")]
        assert {probe["httpGet"]["port"] for probe in probes} == {port["name"]}


@every_overlay
def test_every_container_is_probed_for_life_and_bounded(objects: list[Object]) -> None:
    for container in containers_of(objects):
        assert {"startupProbe", "livenessProbe"} <= container.keys()
        assert {"cpu", "memory"} <= container["resources"]["requests"].keys()
        assert "memory" in container["resources"]["limits"]


def test_only_the_scaler_beside_an_adapter_has_no_readiness_probe() -> None:
    """Or a scaler that isn't ready would take its Pod, and so the metrics, out of the Service."""
    unready = [
        (overlay, container["name"])
        for overlay, objects in OBJECTS.items()
        for container in containers_of(objects)
        if "readinessProbe" not in container
    ]
    assert unready == [("sidecar", "scaler")]


def test_both_overlays_run_the_same_containers() -> None:
    sidecar, split = ({each["name"]: _without_readiness(each) for each in containers_of(OBJECTS[o])} for o in OVERLAYS)
    assert sidecar == split


@every_overlay
def test_the_image_is_this_version(objects: list[Object]) -> None:
    assert {container["image"] for container in containers_of(objects)} == {f"lagzero:{VERSION}"}


@every_overlay
@pytest.mark.parametrize("program", ["adapter", "scaler"])
def test_a_service_finds_the_pods_of_its_program_and_no_one_else(objects: list[Object], program: str) -> None:
    [service] = [each for each in of_kind("Service", objects) if name_of(each) == f"lagzero-{program}"]
    found = [
        each
        for each in of_kind("Deployment", objects)
        if service["spec"]["selector"].items() <= pod_labels(each).items()
    ]
    [container] = [each for each in containers_of(found) if each["name"] == program]
    assert len(found) == 1
    assert service["spec"]["ports"][0]["targetPort"] in {port["name"] for port in container["ports"]}


@every_overlay
def test_what_is_let_in_is_what_is_served(objects: list[Object]) -> None:
    policies = {name_of(policy): policy["spec"] for policy in of_kind("NetworkPolicy", objects)}
    assert policies["lagzero"]["podSelector"] == {}
    assert "ingress" not in policies["lagzero"]
    served = {container["name"]: container["ports"][0]["name"] for container in containers_of(objects)}
    assert {name: policies[f"lagzero-{name}"]["ingress"][0]["ports"][0]["port"] for name in served} == served


def _without_readiness(container: Object) -> Object:
    return {key: value for key, value in container.items() if key != "readinessProbe"}


def _flags(verb: str) -> set[Any]:
    command = main.get_command(click.Context(main), verb)
    assert command is not None
    return {name for parameter in command.params for name in parameter.opts}
