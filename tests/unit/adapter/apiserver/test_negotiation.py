"""Claims about `adapter.apiserver.negotiation`."""

import pytest

from adapter.apiserver.negotiation import DISCOVERY_FORMS, PLAIN_FORMS, Representation, negotiate

_V2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
_V2BETA1 = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList"
_TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "   ",
        "*/*",
        "application/*",
        "application/json",
        "APPLICATION/JSON",
        "application/json; charset=utf-8",
        "application/json, */*",
        "application/vnd.kubernetes.protobuf, */*",
        f"{_TABLE},application/json",
        "text/html;q=0.9, application/json;q=0.1",
        f"{_V2},application/json",
    ],
)
def test_json_answers_whoever_takes_it(accept: str) -> None:
    assert negotiate(accept, PLAIN_FORMS) is Representation.JSON


@pytest.mark.parametrize(
    "accept",
    [
        "application/vnd.kubernetes.protobuf",
        "application/yaml;as=Table;v=v1;g=meta.k8s.io",
        "text/html",
        "text/yaml",
        _TABLE,
        _V2,
        "application/json;q=0",
        "*/*;q=nonsense",
        ";",
    ],
)
def test_nobody_gets_a_form_that_was_not_asked_for(accept: str) -> None:
    assert negotiate(accept, PLAIN_FORMS) is None


@pytest.mark.parametrize(
    "accept",
    [
        "application/yaml",
        "Application/YAML",
        "application/yaml, application/json",
        "application/json;q=0.5, application/yaml",
        "text/html, application/yaml",
        f"{_TABLE}, application/yaml",
    ],
)
def test_yaml_answers_whoever_asks_for_it_first(accept: str) -> None:
    assert negotiate(accept, PLAIN_FORMS) is Representation.YAML


@pytest.mark.parametrize("accept", ["application/json, application/yaml", "*/*, application/yaml"])
def test_yaml_is_for_nobody_who_would_rather_have_json(accept: str) -> None:
    assert negotiate(accept, PLAIN_FORMS) is Representation.JSON


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (_V2, Representation.DISCOVERY_V2),
        (_V2BETA1, Representation.DISCOVERY_V2BETA1),
        (f"{_V2},{_V2BETA1},application/json", Representation.DISCOVERY_V2),
        (f"{_V2BETA1},{_V2}", Representation.DISCOVERY_V2BETA1),
        (f"{_V2};q=0.5,application/json", Representation.JSON),
        ('application/json; g="apidiscovery.k8s.io"; v=v2; as=APIGroupDiscoveryList', Representation.DISCOVERY_V2),
        ("application/json", Representation.JSON),
        ("*/*", Representation.JSON),
        ("", Representation.JSON),
    ],
)
def test_aggregated_discovery_goes_to_those_who_name_its_version(accept: str, expected: Representation) -> None:
    assert negotiate(accept, DISCOVERY_FORMS) is expected


def test_a_version_of_discovery_that_does_not_exist_is_not_acceptable() -> None:
    assert negotiate(_V2.replace("v=v2", "v=v3"), DISCOVERY_FORMS) is None
