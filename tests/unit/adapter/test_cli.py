"""Claims about `adapter.cli`: what a wrong command line says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from adapter.cli import adapter
from tests.support.authorities import Authority

if TYPE_CHECKING:
    from pathlib import Path

_RULES = """externalRules:
- seriesQuery: 'queue_consumer_lag{namespace!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})'
"""


class Folder:
    """A folder with everything that a good command line names."""

    def __init__(self, path: Path) -> None:
        self.path = path
        ca = Authority("ca")
        ca.write(path, "ca")
        ca.server("localhost").write(path, "tls")
        self.write("rules.yaml", _RULES)

    def write(self, name: str, text: str) -> str:
        (self.path / name).write_text(text)
        return str(self.path / name)

    def arguments(self, **changed: str) -> list[str]:
        """A good command line, with flags changed or, when empty, left out."""
        flags = {
            "rules": str(self.path / "rules.yaml"),
            "prometheus": "http://127.0.0.1:9",
            "listen": "127.0.0.1:0",
            "tls-cert-file": str(self.path / "tls.crt"),
            "tls-private-key-file": str(self.path / "tls.key"),
            "requestheader-client-ca-file": str(self.path / "ca.crt"),
            **{name.replace("_", "-"): value for name, value in changed.items()},
        }
        return [f"--{name}={value}" for name, value in flags.items() if value]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def _refusal(arguments: list[str]) -> str:
    result = CliRunner().invoke(adapter, arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    return result.stderr


@pytest.mark.parametrize("name", ["rules", "prometheus"])
def test_a_flag_that_is_needed_is_asked_for(folder: Folder, name: str) -> None:
    assert f"--{name}" in _refusal(folder.arguments(**{name: ""}))


@pytest.mark.parametrize("name", ["rules", "tls_cert_file", "requestheader_client_ca_file", "kubeconfig"])
def test_a_file_that_is_missing_is_named(folder: Folder, name: str) -> None:
    assert "nowhere" in _refusal(folder.arguments(**{name: str(folder.path / "nowhere")}))


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("rules", "externalRules: 5\n", "bad:1"),
        ("tls_cert_file", "nonsense", "the certificate is not PEM"),
        ("tls_private_key_file", "nonsense", "not an unencrypted PEM key"),
        ("requestheader_client_ca_file", "nonsense", "bad: no PEM certificate"),
        ("client_ca_file", "nonsense", "bad: no PEM certificate"),
        ("kubeconfig", "nonsense", "--kubeconfig: "),
    ],
)
def test_a_file_that_is_bad_is_one_line_that_says_why(folder: Folder, name: str, text: str, complaint: str) -> None:
    refusal = _refusal(folder.arguments(**{name: folder.write("bad", text)}))
    assert complaint in refusal
    assert len(refusal.splitlines()) == 1


@pytest.mark.parametrize(("name", "value"), [("listen", "here"), ("prometheus", "localhost"), ("log_format", "xml")])
def test_a_value_that_makes_no_sense_is_told_with_its_flag(folder: Folder, name: str, value: str) -> None:
    assert f"--{name.replace('_', '-')}" in _refusal(folder.arguments(**{name: value}))


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"own_ca_secret": "a/b"}, "--own-ca-service"),
        ({"own_ca_secret": "a/b", "own_ca_service": "a/b"}, "leave --tls-cert-file away"),
        ({"own_ca_secret": "a/b", "own_ca_service": "a/b", "tls_cert_file": "", "tls_private_key_file": ""}, "--kube"),
    ],
)
def test_an_own_authority_that_makes_no_sense_is_refused(
    folder: Folder, changed: dict[str, str], complaint: str
) -> None:
    assert complaint in _refusal(folder.arguments(**changed))


def test_half_a_pair_is_refused(folder: Folder) -> None:
    assert "--tls-private-key-file" in _refusal(folder.arguments(tls_private_key_file=""))


def test_a_server_that_could_believe_nobody_is_not_started(folder: Folder) -> None:
    assert "--kubeconfig" in _refusal(folder.arguments(requestheader_client_ca_file=""))


def test_help_shows_an_example_and_says_what_happens_without_a_cluster() -> None:
    text = CliRunner().invoke(adapter, ["--help"]).output
    assert "lagzero adapter --rules rules.yaml --prometheus http://localhost:9090" in text
    assert "Without a cluster" in text
