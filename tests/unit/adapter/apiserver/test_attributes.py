"""Claims about `adapter.apiserver.attributes`."""

import pytest

from adapter.apiserver.attributes import MetricAccess, metric_access, path_access


@pytest.mark.parametrize(
    ("method", "verb"), [("GET", "list"), ("POST", "create"), ("DELETE", "deletecollection"), ("OPTIONS", "options")]
)
def test_reading_a_metric_is_a_list_and_other_methods_have_their_own_verbs(method: str, verb: str) -> None:
    access = metric_access(method=method, namespace="jobs", metric="lag")
    assert access == MetricAccess(verb=verb, namespace="jobs", metric="lag")


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/healthz", "/readyz/ping"])
def test_probes_need_no_identity(path: str) -> None:
    assert path_access(method="GET", path=path).is_probe


@pytest.mark.parametrize("path", ["/livezzz", "/metrics", "/", "/apis", "/apis/livez"])
def test_other_paths_are_no_probes(path: str) -> None:
    assert not path_access(method="GET", path=path).is_probe


@pytest.mark.parametrize("path", ["/", "/apis", "/apis/external.metrics.k8s.io", "/openapi/v3", "/version"])
def test_what_only_says_what_there_is_is_discovery(path: str) -> None:
    assert path_access(method="GET", path=path).is_discovery


@pytest.mark.parametrize("path", ["/metrics", "/apisx", "/livez"])
def test_other_paths_are_no_discovery(path: str) -> None:
    assert not path_access(method="GET", path=path).is_discovery
