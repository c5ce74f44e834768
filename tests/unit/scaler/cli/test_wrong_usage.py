"""Claims about `lagzero scaler` and `lagzero query`: a user's mistake is one clear line and the exit status 2."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scaler.cli import main
from tests.unit.scaler.cli.wrong import logging_restored

RULES = """externalRules:
- seriesQuery: 'queue_consumer_lag{namespace!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})'
"""
KUBECONFIG = """apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: here, user: me}}]
clusters: [{name: here, cluster: {server: "http://127.0.0.1:9"}}]
users: [{name: me, user: {}}]
"""
LAGZERO = Path(sys.executable).with_name("lagzero")
FILES = {
    "rules.yaml": RULES,
    "kubeconfig": KUBECONFIG,
    "broken.yaml": "externalRules: [",
    "typo.yaml": RULES.replace("metricsQuery", "metricQuery"),
    "number.yaml": "externalRules: 5\n",
    "binary": "\udcff\udcfe",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    folder: Path

    def call(self, *arguments: str) -> Result:
        """The verb called with arguments, in which DIR stands for the folder of FILES."""
        filled = [argument.replace("DIR", str(self.folder)) for argument in arguments]
        return CliRunner().invoke(main, filled, prog_name="lagzero")


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    for name, text in FILES.items():
        (tmp_path / name).write_bytes(text.encode(errors="surrogateescape"))
    (tmp_path / "empty").mkdir()
    with logging_restored():
        yield Console(folder=tmp_path)


SCALER = ("scaler", "--kubeconfig=DIR/kubeconfig", "--listen=127.0.0.1:0")
ENGINE = (*SCALER, "--rules=DIR/rules.yaml", "--prometheus=http://127.0.0.1:9")
API = (*SCALER, "--external-metrics=api")
WRONG_SCALERS = [
    (SCALER, "--external-metrics engine needs --rules FILE and --prometheus URL"),
    ((*SCALER, "--rules=DIR/rules.yaml"), "needs --rules FILE and --prometheus URL"),
    ((*API, "--rules=DIR/rules.yaml"), "leave them out with api"),
    ((*API, "--prometheus=http://127.0.0.1:9"), "leave them out with api"),
    ((*SCALER, "--external-metrics=both"), "'both' is not one of 'engine', 'api'"),
    ((*ENGINE, "--rules=DIR/nowhere.yaml"), "nowhere.yaml"),
    ((*ENGINE, "--rules=DIR/empty"), "empty"),
    ((*ENGINE, "--rules=DIR/broken.yaml"), "broken.yaml:2: not YAML"),
    ((*ENGINE, "--rules=DIR/typo.yaml"), "metricQuery"),
    ((*ENGINE, "--rules=DIR/number.yaml"), "number.yaml:1"),
    ((*ENGINE, "--rules=DIR/binary"), "binary"),
    ((*ENGINE, "--prometheus=localhost:9090"), "--prometheus: "),
    ((*ENGINE, "--prometheus="), "--prometheus: "),
    ((*API, "--kubeconfig=DIR/nowhere"), "nowhere"),
    ((*API, "--kubeconfig=DIR/empty"), "--kubeconfig: "),
    ((*API, "--kubeconfig=DIR/rules.yaml"), "rules.yaml"),
    ((*API, "--kubeconfig=DIR/binary"), "binary"),
    ((*API, "--namespace=Jobs"), '--namespace "Jobs": not the name of a namespace'),
    ((*API, "--namespace="), '--namespace "": not the name of a namespace'),
    ((*API, "--leader-elect-resource-namespace=a/b"), '--leader-elect-resource-namespace "a/b": '),
    ((*API, "--sync-period=15"), "--sync-period 15: not a length of time; write for example 15s"),
    ((*API, "--sync-period=0"), "--sync-period 0: too short"),
    ((*API, "--wake-interval=1ms"), "--wake-interval 1ms: too short"),
    ((*API, "--wake-interval=soon"), "--wake-interval soon: not a length of time"),
    ((*API, "--downscale-stabilization=-5m"), "--downscale-stabilization -5m: not a length of time"),
    ((*API, "--downscale-stabilization=99999999999999h"), "too long"),
    ((*API, "--cpu-initialization-period=x"), "--cpu-initialization-period x: "),
    ((*API, "--initial-readiness-delay=x"), "--initial-readiness-delay x: "),
    ((*API, "--tolerance=2"), "--tolerance 2: write a share from 0"),
    ((*API, "--tolerance=nan"), "--tolerance nan: "),
    ((*API, "--tolerance=lots"), "'lots' is not a valid float"),
    ((*API, "--listen=8080"), "--listen: "),
    ((*API, "--log-level=chatty"), "'chatty' is not one of"),
    ((*API, "--log-format=xml"), "'xml' is not one of"),
    ((*API, "--sync-perod=1s"), "--sync-perod"),
    ((*API, "surplus"), "surplus"),
]
QUERY = ("query", "--rules=DIR/rules.yaml", "--prometheus=http://127.0.0.1:9")
ASKED = ("jobs", "queue_consumer_lag")
WRONG_QUERIES = [
    (("query", "--prometheus=http://127.0.0.1:9", *ASKED), "--rules"),
    (("query", "--rules=DIR/rules.yaml", *ASKED), "--prometheus"),
    ((*QUERY, "jobs"), "METRIC"),
    (QUERY, "NAMESPACE"),
    ((*QUERY, "--rules=DIR/nowhere.yaml", *ASKED), "nowhere.yaml"),
    ((*QUERY, "--rules=DIR/broken.yaml", *ASKED), "broken.yaml:2: not YAML"),
    ((*QUERY, "--rules=DIR/typo.yaml", *ASKED), "metricQuery"),
    ((*QUERY, "--rules=DIR/binary", *ASKED), "binary"),
    ((*QUERY, "--prometheus=localhost", *ASKED), "--prometheus: "),
    ((*QUERY, "-l", "name in", *ASKED), "--selector: "),
    ((*QUERY, "-l", "a=b=c", *ASKED), "--selector: "),
    ((*QUERY, "-o", "yaml", *ASKED), "'yaml' is not one of"),
    ((*QUERY, *ASKED, "surplus"), "surplus"),
]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [*WRONG_SCALERS, *WRONG_QUERIES, (("scalor",), "No such command 'scalor'"), (("--no-such",), "--no-such")],
    ids=lambda value: " ".join(value[-3:]).replace("DIR/", "") if isinstance(value, tuple) else "",
)
def test_a_mistake_is_told_in_one_line_and_ends_with_2(console: Console, arguments: tuple[str, ...], told: str) -> None:
    result = console.call(*arguments)
    lines = [line for line in result.stderr.splitlines() if not line.startswith(("Usage: ", "Try "))]
    (complaint,) = filter(None, lines)
    assert (2, "", True) == (result.exit_code, result.stdout, told in complaint), complaint


def started(folder: Path, kubeconfig: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """A scaler as a process: a mistake that isn't noticed would leave it running."""
    (folder / "kubeconfig").write_text(kubeconfig)
    command = [str(LAGZERO), "scaler", f"--kubeconfig={folder / 'kubeconfig'}", "--external-metrics=api", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


@pytest.mark.parametrize("place", ["nowhere/log", "."])
def test_a_decision_log_that_cannot_be_written_ends_with_2(tmp_path: Path, place: str) -> None:
    done = started(tmp_path, KUBECONFIG, f"--decision-log={tmp_path / place}")
    assert (2, 1, True) == (done.returncode, len(done.stderr.splitlines()), "cannot be appended to" in done.stderr)


def test_a_client_certificate_that_is_none_ends_with_2(tmp_path: Path) -> None:
    nonsense = "{client-certificate-data: bm9uc2Vuc2U=, client-key-data: bm9uc2Vuc2U=}"
    done = started(tmp_path, KUBECONFIG.replace("http://", "https://").replace("{}", nonsense), "--listen=127.0.0.1:0")
    assert (2, 1, True) == (done.returncode, len(done.stderr.splitlines()), "certificate" in done.stderr), done.stderr


def test_an_address_that_cannot_be_listened_on_ends_with_3(tmp_path: Path) -> None:
    done = started(tmp_path, KUBECONFIG, "--listen=192.0.2.1:8080")
    assert (3, 1, True) == (done.returncode, len(done.stderr.splitlines()), "can't listen on" in done.stderr)
