"""What is said of a Prometheus that doesn't answer as one? Of its answers, and of its connection."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime

import aiohttp
from aiohttp.client_reqrep import ConnectionKey

from adapter.externalmetrics.ages import AGE_LABEL, TooOld, aged
from adapter.externalmetrics.policies import OnNegative, Reduce, ValuePolicies
from adapter.externalmetrics.values import Unusable, items_of
from adapter.prometheus.failures import unreachable_of
from adapter.prometheus.samples import AnswerError, Sample, decode_names, decode_query
from adapter.prometheus.servers import parse_server
from tests.golden.mistakes.shown import shown

_AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
_KEY = ConnectionKey(
    host="prometheus.example", port=9090, is_ssl=True, ssl=True, proxy=None, proxy_auth=None, proxy_headers_hash=None
)
_ANSWERS = (
    b'{"status":"success","data":{"resultType":"matrix","result":[]}}',
    b'{"status":"success","data":{"resultType":"string","result":[1,"x"]}}',
    b'{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"histogram":[1,{}]}]}}',
    b'{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1e300,"2"]}]}}',
    b'{"status":"success"}',
    b'{"status":"fine"}',
    b"<html>",
)
_PARTIAL = b'{"status":"success","warnings":["store down","and out"],"data":{"resultType":"vector","result":[]}}'


def answers() -> Iterator[str]:
    for body in _ANSWERS:
        try:
            decode_query(body)
        except AnswerError as error:
            yield from shown(body.decode(), [str(error)])
    yield from shown(_PARTIAL.decode(), [str(decode_query(_PARTIAL).partial_text)])
    for names in (b"x", b'{"status":"success","data":[],"warnings":["store down"]}'):
        try:
            decode_names(names)
        except AnswerError as error:
            yield from shown(names.decode(), [str(error)])


def values() -> Iterator[str]:
    """Numbers that no autoscaler may get."""
    cases: tuple[tuple[tuple[str, ...], ValuePolicies], ...] = (
        (("1", "NaN"), ValuePolicies()),
        (("+Inf",), ValuePolicies()),
        (("1e+16",), ValuePolicies()),
        (("many",), ValuePolicies()),
        (("-3",), ValuePolicies(on_negative=OnNegative.ERROR)),
        (("1", "2"), ValuePolicies(reduce=Reduce.ERROR)),
        (("5e15", "5e15"), ValuePolicies(reduce=Reduce.SUM)),
    )
    for given, policies in cases:
        samples = tuple(Sample(labels={"name": "a"}, at=_AT, value=value) for value in given)
        yield from _unusable(" ".join(given), samples, policies)
    yield from _unusable("a scalar NaN", (Sample(labels=None, at=_AT, value="NaN"),), ValuePolicies())
    yield from _ages()


def _unusable(given: str, samples: tuple[Sample, ...], policies: ValuePolicies) -> Iterator[str]:
    found = items_of(samples, metric="lag", policies=policies)
    assert isinstance(found, Unusable), given
    yield from shown(given, [found.text])


def _ages() -> Iterator[str]:
    value = Sample(labels={}, at=_AT, value="1")
    old = Sample(labels={AGE_LABEL: "0"}, at=_AT, value=str(_AT.timestamp() - 600))
    for name, samples in (("no sample's time", (value,)), ("a sample of ten minutes ago", (value, old))):
        found = aged(samples, max_age_seconds=300)
        assert isinstance(found, TooOld)
        yield from shown(name, [found.text])


def connections() -> Iterator[str]:
    errors: tuple[aiohttp.ClientError, ...] = (
        aiohttp.ClientConnectorDNSError(_KEY, OSError(-2, "x")),
        aiohttp.ClientConnectorError(_KEY, OSError(113, "x")),
        aiohttp.ClientConnectorCertificateError(_KEY, ssl.SSLCertVerificationError("self-signed")),
        aiohttp.ClientConnectorSSLError(_KEY, OSError(1, "x")),
        aiohttp.ConnectionTimeoutError(),
        aiohttp.ServerDisconnectedError(),
        aiohttp.ClientOSError(104, "x"),
        aiohttp.InvalidURL("x"),
    )
    for error in errors:
        server = parse_server("https://user:hidden@h/?token=hidden", name="main")
        yield from shown(type(error).__name__, [str(unreachable_of(server, "query failed", error))])
