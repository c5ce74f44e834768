"""What do the scenario's metrics say, and when? The block `metrics`: keys of four forms, entries in order of time."""

import math
import re
from decimal import Decimal
from typing import Final

from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.kube.quantity import NotAQuantity, QuantityError, parse_quantity, quantity_of_sample
from scaler.simulation.fields import duration, known_fields
from scaler.simulation.moments import Millis, duration_text
from scaler.simulation.scenario import Labels, MetricKey, ObjectMetric, PodsMetric, Resource
from scaler.simulation.series import NotASeries, parse_series
from scaler.simulation.timeline import MISSING, Amount, Course, Failing, Ramp, Spread, Timeline

_FORMS: Final = (
    'write a series as Prometheus has it, name{label="value"}, or `resource cpu`, `pods/NAME`, `Kind/NAME/METRIC`'
)
_RESOURCE: Final = re.compile(r"resource\s+(\S+)")
_COURSES: Final = ("value", "total", "ramp", "missing", "error")
_SPECIAL: Final = {"nan": "NaN", ".nan": "NaN", "inf": "+Inf", ".inf": "+Inf", "+inf": "+Inf", "+.inf": "+Inf"}
_NEGATIVE: Final = {"-inf": "-Inf", "-.inf": "-Inf"}


def read_metrics(value: YamlValue | None) -> dict[MetricKey, Timeline]:
    metrics: dict[MetricKey, Timeline] = {}
    for name, entries in ({} if value is None else value.entries()).items():
        key = _key(name, entries)
        if key in metrics:
            entries.fail(f"{name} is the same metric as one above")
        metrics[key] = _timeline(entries, key)
    return metrics


def _key(name: str, value: YamlValue) -> MetricKey:
    resource = _RESOURCE.fullmatch(name)
    if resource is not None:
        return Resource(name=resource[1])
    match name.split("/") if "{" not in name else []:
        case ["pods", metric] if metric:
            return PodsMetric(name=metric)
        case [kind, described, metric] if kind and described and metric:
            return ObjectMetric(kind=kind, object_name=described, name=metric)
    try:
        return parse_series(name)
    except NotASeries as error:
        value.fail(f"{name!r} is no metric: {error}; {_FORMS}")


def _timeline(value: YamlValue, key: MetricKey) -> Timeline:
    moments: list[Millis] = []
    courses: list[Course] = []
    for entry in value.items():
        fields = known_fields(entry, ("at", *_COURSES))
        if "at" not in fields:
            entry.fail("`at` is missing: from which moment on does this hold?")
        at = duration(fields["at"])
        if moments and at <= moments[-1]:
            entry.fail(f"entries stand in order of time, and {duration_text(moments[-1])} is above this one")
        so_far = Timeline(moments=tuple(moments), courses=tuple(courses))
        courses.append(_course(entry, fields, key, so_far, at))
        moments.append(at)
    return Timeline(moments=tuple(moments), courses=tuple(courses))


def _course(entry: YamlValue, fields: dict[str, YamlValue], key: MetricKey, so_far: Timeline, at: Millis) -> Course:
    named = [name for name in _COURSES if name in fields]
    if len(named) != 1:
        entry.fail(f"an entry has exactly one of {', '.join(_COURSES)}, and this has {', '.join(named) or 'none'}")
    match named[0]:
        case "ramp":
            return _ramp(fields["ramp"], key, so_far, at)
        case "missing":
            if not fields["missing"].flag():
                fields["missing"].fail("missing is only ever true: write the value that comes instead")
            return MISSING
        case "error":
            return Failing(message=fields["error"].text())
        case word:
            spread = Spread(word)
            if spread is Spread.TOTAL and not isinstance(key, Resource | PodsMetric):
                entry.fail("total is for metrics of pods, whose running pods share it: write value")
            return Amount(text=_number(fields[word], key), spread=spread)


def _ramp(value: YamlValue, key: MetricKey, so_far: Timeline, at: Millis) -> Ramp:
    fields = known_fields(value, ("to", "over"))
    if fields.keys() != {"to", "over"}:
        value.fail("a ramp says where to and how long it takes: ramp: {to: 0, over: 5m}")
    start, to = so_far.at(at), _number(fields["to"], key)
    if not isinstance(start, Amount) or not (_is_finite(start.text) and _is_finite(to)):
        value.fail("a ramp leads from one number to another: give the value before it in an entry above")
    return Ramp(start=float(start.text), to=float(to), over=duration(fields["over"]), spread=start.spread)


def _number(value: YamlValue, key: MetricKey) -> str:
    """Decimal text: of a series as Prometheus prints it, of other metrics whatever quantity stands there."""
    text = value.text()
    if isinstance(key, Labels):
        text = (_SPECIAL | _NEGATIVE).get(text.lower(), text)
        try:
            quantity_of_sample(text)
        except NotAQuantity:
            return text
        except QuantityError:
            value.fail(f"{text!r} is no value of a series: write a number, NaN, +Inf or -Inf")
        return text
    try:
        return f"{Decimal(parse_quantity(text).nano).scaleb(-9):f}"
    except QuantityError as error:
        value.fail(f"{text!r} is not a quantity: {error}")


def _is_finite(text: str) -> bool:
    return math.isfinite(float(text))
