"""Claims about `scaler.config`: what wrong flags say."""

from dataclasses import replace
from pathlib import Path

import pytest

from scaler.config import ConfigError, ExternalMetricsSource, Flags, duration, settings_of
from tests.unit.scaler.flags import flags

__all__ = ["flags"]


def refusal(flags: Flags) -> str:
    """The one line that says what is wrong."""
    with pytest.raises(ConfigError) as raised:
        settings_of(flags)
    text = str(raised.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize(
    "text",
    ["", "15", "s", "15 s", "-5s", "+5s", "5d", "1s2", "five", "1e3s", ".5s", "NaN", "9" * 30 + "h", "9000h", "15s\n"],
)
def test_what_is_no_duration_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ConfigError, match="--sync-period"):
        duration("--sync-period", text)


@pytest.mark.parametrize("name", ["sync_period", "wake_interval"])
@pytest.mark.parametrize("text", ["0", "0s", "99ms"])
def test_a_period_too_short_to_keep_is_refused(flags: Flags, name: str, text: str) -> None:
    changed = replace(flags, sync_period=text) if name == "sync_period" else replace(flags, wake_interval=text)
    assert f"--{name.replace('_', '-')} {text}: too short; write 100ms or more" == refusal(changed)


@pytest.mark.parametrize("tolerance", [-0.1, 1.0, 5.0, float("nan"), float("inf")])
def test_a_tolerance_that_is_no_share_is_refused(flags: Flags, tolerance: float) -> None:
    assert refusal(replace(flags, tolerance=tolerance)).startswith("--tolerance ")


def test_a_threshold_that_is_no_length_of_time_is_refused(flags: Flags) -> None:
    assert refusal(replace(flags, demand_waiting_threshold="soon")).startswith("--demand-waiting-threshold soon: ")


NO_NAMESPACES = ("", "Jobs", "a/b", "a b", "-a", "a-", "x" * 64, "a.b")


@pytest.mark.parametrize("namespace", NO_NAMESPACES)
def test_what_cannot_be_the_leases_namespace_is_refused(flags: Flags, namespace: str) -> None:
    told = refusal(replace(flags, leader_elect_resource_namespace=namespace))
    assert told.startswith(f'--leader-elect-resource-namespace "{namespace}": ')


def test_a_renew_deadline_that_leaves_no_time_before_others_lead_is_refused(flags: Flags) -> None:
    told = refusal(replace(flags, leader_elect_renew_deadline="15s"))
    expected = "--leader-elect-lease-duration, -renew-deadline and -retry-period: the lease duration must be longer"
    assert f"{expected} than the renew deadline" == told


@pytest.mark.parametrize("namespace", NO_NAMESPACES)
def test_what_cannot_be_a_namespace_is_refused(flags: Flags, namespace: str) -> None:
    """Its watch would fail for ever, in silence."""
    assert refusal(replace(flags, namespaces=("jobs", namespace))).startswith(f'--namespace "{namespace}": ')


@pytest.mark.parametrize("missing", ["rules", "prometheus"])
def test_the_engine_needs_rules_and_a_prometheus(flags: Flags, missing: str) -> None:
    changed = replace(flags, rules=None) if missing == "rules" else replace(flags, prometheus=None)
    expected = "--external-metrics engine needs --rules FILE and --prometheus URL; or take api"
    assert expected == refusal(changed)


@pytest.mark.parametrize("given", ["rules", "prometheus"])
def test_the_api_takes_neither_rules_nor_a_prometheus(flags: Flags, given: str) -> None:
    api = replace(flags, external_metrics=ExternalMetricsSource.API)
    changed = replace(api, rules=None) if given == "prometheus" else replace(api, prometheus=None)
    assert "leave them out with api" in refusal(changed)


@pytest.mark.parametrize("url", ["", "localhost:9090", "ftp://here", "http://", "nonsense"])
def test_a_url_that_is_none_is_refused(flags: Flags, url: str) -> None:
    assert refusal(replace(flags, prometheus=url)).startswith("--prometheus: ")


def test_a_secret_in_a_wrong_url_is_not_repeated(flags: Flags) -> None:
    assert "hunter2" not in refusal(replace(flags, prometheus="ftp://me:hunter2@here"))


def test_a_rules_file_that_is_missing_is_named(flags: Flags, tmp_path: Path) -> None:
    assert "nowhere.yaml" in refusal(replace(flags, rules=tmp_path / "nowhere.yaml"))


def test_a_rules_file_that_cannot_be_read_is_named_with_the_line(flags: Flags, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("externalRules:\n- seriesQuerry: up\n")
    assert "rules.yaml:2" in refusal(flags)


@pytest.mark.parametrize("text", ["clusters: 5", "current-context: nowhere", "{", ""])
def test_a_kubeconfig_that_is_wrong_is_named(flags: Flags, tmp_path: Path, text: str) -> None:
    (tmp_path / "kubeconfig").write_text(text)
    told = refusal(flags)
    assert told.startswith("--kubeconfig: ")
    assert str(tmp_path / "kubeconfig") in told


def test_a_kubeconfig_that_is_missing_is_named(flags: Flags, tmp_path: Path) -> None:
    assert str(tmp_path / "nowhere") in refusal(replace(flags, kubeconfig=tmp_path / "nowhere"))


@pytest.mark.parametrize("address", ["8080", "here:http", "127.0.0.1:70000", ""])
def test_an_address_that_is_none_is_refused(flags: Flags, address: str) -> None:
    assert refusal(replace(flags, listen=address)).startswith("--listen: ")
