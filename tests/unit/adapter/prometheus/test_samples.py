"""An answer is whole samples with Prometheus' own text, or an error that says why not."""

from datetime import UTC, datetime

import pytest

from adapter.prometheus.samples import (
    AnswerError,
    Failure,
    Sample,
    decode_failure,
    decode_names,
    decode_query,
)

AT = datetime(2025, 1, 1, 0, 0, 0, 500_000, tzinfo=UTC)


def vector(series: str) -> bytes:
    return b'{"status":"success","data":{"resultType":"vector","result":[%s]}}' % series.encode()


def test_a_vector_keeps_labels_time_and_the_text_of_the_value() -> None:
    body = vector('{"metric":{"__name__":"up","job":"a"},"value":[1735689600.5,"1e+06"]}')
    assert (Sample(labels={"__name__": "up", "job": "a"}, at=AT, value="1e+06"),) == decode_query(body).samples


def test_a_scalar_has_no_labels() -> None:
    body = b'{"status":"success","data":{"resultType":"scalar","result":[1735689600.5,"NaN"]}}'
    assert (Sample(labels=None, at=AT, value="NaN"),) == decode_query(body).samples


def test_an_empty_vector_has_no_samples() -> None:
    assert decode_query(vector("")).samples == ()


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        (b'{"status":"success","data":{"resultType":"matrix","result":[]}}', "answers a matrix"),
        (b'{"status":"success","data":{"resultType":"string","result":[1,"x"]}}', "answers a string"),
        (vector('{"metric":{},"histogram":[1,{}]}'), "answers a histogram"),
        (b'{"status":"success"}', "the answer holds no data"),
        (b'{"status":"fine"}', "its status is 'fine'"),
        (b"<html>", "does not look like a Prometheus API"),
        (b"", "does not look like a Prometheus API"),
        (b'"\xff"', "does not look like a Prometheus API"),
        (b'{"x":' + b"[" * 100_000, "does not look like a Prometheus API"),
        (b"[]", "does not look like a Prometheus API"),
        (vector('{"metric":{},"value":[1,2]}'), "does not look like a Prometheus API"),
        (vector('{"metric":{},"value":[1e300,"2"]}'), "does not look like a Prometheus API"),
    ],
)
def test_an_answer_that_is_no_metric_is_refused_with_the_cause(body: bytes, cause: str) -> None:
    with pytest.raises(AnswerError, match=cause):
        decode_query(body)


@pytest.mark.parametrize("data", ['{"resultType":"vector","result":[]}', '{"resultType":"scalar","result":[1,"2"]}'])
def test_an_answer_with_warnings_may_be_partial(data: str) -> None:
    found = decode_query(f'{{"status":"success","warnings":["store down","and out"],"data":{data}}}'.encode())
    assert found.partial_text == "the answer is partial: store down; and out"


def test_no_warnings_and_notes_of_prometheus_3_spoil_nothing() -> None:
    body = b'{"status":"success","warnings":null,"infos":["note"],"data":{"resultType":"vector","result":[]}}'
    assert decode_query(body).samples == ()


def test_names_are_read_and_a_missing_list_is_empty() -> None:
    assert (
        decode_names(b'{"status":"success","data":["a","b"]}'),
        decode_names(b'{"status":"success","data":null}'),
    ) == (("a", "b"), ())


@pytest.mark.parametrize(
    "body", [b"x", b'{"status":"error"}', b'{"status":"success","data":[],"warnings":["store down"]}']
)
def test_names_that_are_not_all_of_them_are_refused(body: bytes) -> None:
    with pytest.raises(AnswerError):
        decode_names(body)


def test_the_words_of_prometheus_about_an_error_are_kept() -> None:
    body = b'{"status":"error","errorType":"bad_data","error":"parse error"}'
    assert Failure(kind="bad_data", text="parse error") == decode_failure(body)


@pytest.mark.parametrize("body", [b"<html>", b'{"status":"success"}', b"\xff"])
def test_a_stranger_has_no_words_of_prometheus(body: bytes) -> None:
    assert decode_failure(body) is None
