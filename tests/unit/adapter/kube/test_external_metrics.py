import pytest

from adapter.kube.external_metrics import (
    ExternalMetricValue,
    ExternalMetricValueList,
    NotAMetricList,
    decode_list,
    encode_list,
)

LAG = ExternalMetricValue(
    metric_name="lag", metric_labels={"queue": "a"}, timestamp="2026-01-02T03:04:05Z", window=60, value="1500m"
)
HEAD = b'{"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v1beta1"'


def test_a_list_is_written_in_the_order_of_gos_servers() -> None:
    expected = (
        HEAD + b',"metadata":{},"items":[{"metricName":"lag","metricLabels":{"queue":"a"},'
        b'"timestamp":"2026-01-02T03:04:05Z","window":60,"value":"1500m"}]}'
    )

    assert expected == encode_list([LAG])


def test_no_window_is_not_written() -> None:
    bare = ExternalMetricValue(metric_name="lag", metric_labels=None, timestamp="", value="0")

    assert b'"items":[{"metricName":"lag","metricLabels":null,"timestamp":"","value":"0"}]' in encode_list([bare])


def test_a_missing_metric_is_an_empty_list() -> None:
    assert encode_list([]) == HEAD + b',"metadata":{},"items":[]}'


def test_what_is_written_can_be_read() -> None:
    assert ExternalMetricValueList(items=(LAG,)) == decode_list(encode_list([LAG]))


@pytest.mark.parametrize("rest", [b"}", b',"items":null}', b',"metadata":null,"items":[]}', b',"future":1,"items":[]}'])
def test_an_empty_list_of_another_server_is_empty_too(rest: bytes) -> None:
    assert ExternalMetricValueList() == decode_list(HEAD + rest)


def test_a_value_of_another_server_may_lack_time_and_labels_and_be_a_bare_number() -> None:
    expected = ExternalMetricValue(metric_name="lag", metric_labels=None, timestamp="", value="5")

    found = decode_list(HEAD + b',"items":[{"metricName":"lag","metricLabels":null,"timestamp":null,"value":5}]}')

    assert (expected,) == found.items


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no json",
        b"\xff",
        b'{"items":[]}',
        b'{"kind":"Status","apiVersion":"v1"}',
        b'{"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v2"}',
        HEAD + b',"items":[{"metricName":"lag"}]}',
    ],
)
def test_a_body_that_is_no_list_is_refused(body: bytes) -> None:
    with pytest.raises(NotAMetricList):
        decode_list(body)
