"""Scenario 7: the manifests apply as they are, and what they grant is enough and nothing too much."""

from e2e.control_plane.cluster import Cluster
from e2e.control_plane.manifests import NAMESPACE, Installed, write_overlay


def test_applied_twice_nothing_is_left_to_change(cluster: Cluster, installed: Installed) -> None:
    # A status that changes between two looks would be a difference, too.
    _come_up(cluster)
    said = cluster.kubectl.run("diff", "-k", str(installed.overlay))
    # The stage leads these two to a port of this machine.
    left = [line for line in said.out.splitlines() if line.startswith("diff ") and "external.metrics" not in line]
    assert ([line for line in left if ".Service." not in line], said.error) == ([], "")


def test_the_default_overlay_is_accepted_too(cluster: Cluster, installed: Installed) -> None:
    assert installed.overlay.is_dir()
    overlay = write_overlay(cluster, "sidecar")
    assert "deployment.apps/lagzero " in cluster.kubectl("apply", "-k", str(overlay), "--dry-run=server")


def test_the_deployments_pass_the_restricted_standard_and_come_up(cluster: Cluster, installed: Installed) -> None:
    assert installed.overlay.is_dir()
    assert len(_come_up(cluster)) == 2


def _come_up(cluster: Cluster) -> list[str]:
    """A line for each Deployment, once all are available."""
    words = ("wait", "--for=condition=Available", "deployment", "--all", "--namespace", NAMESPACE, "--timeout=120s")
    return cluster.kubectl(*words).splitlines()
