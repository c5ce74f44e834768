"""Claims about `adapter.apiserver.telemetry`."""

from datetime import UTC, datetime

from adapter.apiserver.telemetry import Outcome, Reload, Telemetry


def _lines(telemetry: Telemetry, name: str) -> list[str]:
    lines = telemetry.exposition().decode().splitlines()
    return [line for line in lines if line.startswith(name) and "_created" not in line]


def test_reads_are_counted_by_metric_and_outcome() -> None:
    telemetry = Telemetry()
    telemetry.answered("lag", Outcome.FOUND, 0.01)
    telemetry.answered("lag", Outcome.FOUND, 0.01)
    telemetry.answered("", Outcome.UNKNOWN, 0.01)
    expected = [
        'lagzero_adapter_metric_reads_total{metric="lag",outcome="found"} 2.0',
        'lagzero_adapter_metric_reads_total{metric="",outcome="unknown"} 1.0',
    ]
    assert expected == _lines(telemetry, "lagzero_adapter_metric_reads")


def test_the_number_of_labels_is_bounded() -> None:
    telemetry = Telemetry()
    for number in range(600):
        telemetry.answered(f"metric_{number}", Outcome.FOUND, 0.01)
    lines = _lines(telemetry, "lagzero_adapter_metric_reads")
    assert len(lines) == 501
    assert lines[-1] == 'lagzero_adapter_metric_reads_total{metric="_other",outcome="found"} 100.0'


def test_a_metric_that_has_a_label_keeps_it() -> None:
    telemetry = Telemetry()
    for number in [*range(600), 0]:
        telemetry.answered(f"metric_{number}", Outcome.FOUND, 0.01)
    assert 'lagzero_adapter_metric_reads_total{metric="metric_0",outcome="found"} 2.0' in _lines(
        telemetry, "lagzero_adapter_metric_reads"
    )


def test_the_end_of_the_serving_certificate_is_a_time() -> None:
    telemetry = Telemetry()
    telemetry.serving_until(datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC))
    name = "lagzero_adapter_serving_certificate_expiry_timestamp_seconds"
    assert _lines(telemetry, name) == [f"{name} 1e+09"]


def test_what_is_in_use_was_last_confirmed_at_a_time() -> None:
    telemetry = Telemetry()
    telemetry.confirmed("authentication", datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC))
    name = "lagzero_adapter_reload_confirmed_timestamp_seconds"
    assert _lines(telemetry, name) == [f'{name}{{subject="authentication"}} 1e+09']


def test_reloads_are_counted_by_what_became_of_them() -> None:
    telemetry = Telemetry()
    telemetry.reloaded("rules", Reload.REFUSED)
    assert _lines(telemetry, "lagzero_adapter_reloads") == [
        'lagzero_adapter_reloads_total{outcome="refused",subject="rules"} 1.0'
    ]


def test_two_programs_in_one_process_count_apart() -> None:
    first, second = Telemetry(), Telemetry()
    first.answered("lag", Outcome.FOUND, 0.01)
    assert _lines(second, "lagzero_adapter_metric_reads") == []
