"""Which scenarios are wrong, and which expectations fail? One mistake each."""

from tests.unit.scaler.simulation.scenes import SPEC, manifest

_BLOCKS: dict[str, tuple[str, ...]] = {
    "autoscaler": (
        manifest(f"{SPEC}, foo: 1"),
        manifest("maxReplicas: 1"),
        "{apiVersion: v1, kind: Pod}",
        "[1]",
        "gone.yaml",
        "two.yaml",
        "{spec: !cosmic 1}",
    ),
    "status": ("{condition: []}", "{lastScaleTime: yesterday}"),
    "settings": (
        "{syncPeriode: 15s}",
        "{tolerance: 1}",
        "{tolerance: high}",
        "{syncPeriod: 10ms}",
        "{parity: 'yes'}",
        "{wakeInterval: often}",
        "{syncPeriod: 9000h}",
    ),
    "workload": (
        "{replica: 1}",
        "{replicas: -1}",
        "{ready: 1}",
        "{podStart: later}",
        "{requests: {cpu: lots}}",
        "5",
    ),
    "rules": (
        "[{seriesQuery: x}]",
        "\n  - seriesQuery: lag\n    metricsQuery: 'sum(<<.Serie>>)'\n    resources: {namespaced: false}",
        "gone.yaml",
    ),
    "metrics": (
        "{lag: [{at: 0s, valu: 1}]}",
        "{lag: [{value: 1}]}",
        "{lag: [{at: 0s}]}",
        "{lag: [{at: 0s, value: 1, missing: true}]}",
        "{lag: [{at: 1s, value: 1}, {at: 1s, value: 2}]}",
        "{lag: [{at: 0s, value: lots}]}",
        "{pods/busy: [{at: 0s, value: NaN}]}",
        "{lag: [{at: 0s, total: 1}]}",
        "{lag: [{at: 0s, missing: false}]}",
        "{lag: [{at: 0s, ramp: {to: 0, over: 1m}}]}",
        "{lag: [{at: 0s, value: 1}, {at: 1s, ramp: {to: 5}}]}",
        "{lag: 5}",
        "{'a b': [{at: 0s, value: 1}]}",
        "{'lag{a}': [{at: 0s, value: 1}]}",
        '{\'lag{a="1",a="2"}\': [{at: 0s, value: 1}]}',
        "{lag: [{at: 0s, value: 1}], 'lag{}': [{at: 0s, value: 1}]}",
    ),
    "events": (
        "[{scale: 1}]",
        "[{at: 0s, scal: 1}]",
        "[{at: 0s}]",
        "[{at: 0s, scale: 1, restart: scaler}]",
        "[{at: 0s, restart: scaler, for: 1m}]",
        "[{at: 0s, scale: none}]",
        "[{at: 0s, restart: world}]",
        "[{at: 0s, writes: fail}]",
        "[{at: 0s, annotate: {a: b}, 'on': pod}]",
        "[{at: 0s, edit: 5}]",
        "[{at: 0s, edit: {minReplicas: 11}}]",
    ),
    "expect": (
        "[{replicas: 1}]",
        "[{at: 0s}]",
        "[{between: [1s], replicas: 1}]",
        "[{at: 0s, replicas: {}}]",
        "[{at: 0s, condition: {A: {}}}]",
        "[{at: 0s, condition: {A: maybe}}]",
        "[{at: 0s, state: Asleep}]",
        "[{at: 11m, replicas: 1}]",
    ),
    "until": ("soon",),
    "worklod": ("{replicas: 1}",),
}
BLOCKS = tuple({name: text} for name, texts in _BLOCKS.items() for text in texts)

TEXTS = ("", "a: 1\n---\nb: 1\n", "a: [", "- a", "until: 5m")

FILES = {"two.yaml": f"{manifest()}\n---\n{manifest()}\n"}

QUERIES = (
    "rate(lag[5m])",
    "lag[5m]",
    "lag * on (q) cap",
    "5m",
    "sum(lag",
    "sum(lag) +",
    "lag{q}",
    'lag{q=~"("}',
    "clamp_max(lag)",
    "lag ~ 5",
)

EXPECTATIONS = (
    "{at: 59s, replicas: 4}",
    "{at: 75s, replicas: 5}",
    "{at: 2m, replicas: {max: 9}}",
    "{at: 0s, replicas: {min: 2}}",
    "{between: [0s, 61s], replicas: 1}",
    "{at: 0s, condition: {ScaledToZero: true}}",
    "{at: 2m, condition: {ScaledToZero: {status: false, reason: X}}}",
    "{at: 45s, event: SuccessfulRescale}",
    "{at: 60s, event: FailedRescale}",
    "{at: 2m, state: Paused}",
)

_RULE = (
    "[{seriesQuery: lag, metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})', "
    "resources: {overrides: {namespace: {resource: namespace}}}"
)
_OF_AN_OBJECT = (
    "{type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: web}, "
    "metric: {name: hits}, target: {type: Value, value: 5}}}"
)
FAILING: tuple[dict[str, str], ...] = (
    {"events": "[{at: 5s, reads: fail, for: 1m}]"},
    {"events": "[{at: 5s, writes: fail, for: 1m}]", "metrics": "{lag: [{at: 0s, value: 30}, {at: 10s, value: 90}]}"},
    {"metrics": "{lag: [{at: 0s, missing: true}]}"},
    {"metrics": "{lag: [{at: 0s, error: connection refused}]}"},
    {"metrics": "{other: [{at: 0s, value: 1}]}"},
    {
        "autoscaler": manifest(f"{SPEC}, metrics: [{_OF_AN_OBJECT}]"),
        "metrics": "{Service/web/hits: [{at: 0s, missing: true}]}",
    },
    {"rules": f"{_RULE}, namespaceAllow: [jobs]}}]"},
    {"rules": _RULE.replace("seriesQuery: lag", "seriesQuery: other") + "}]"},
)
UNANSWERABLE = (_RULE.replace("sum(<<.Series>>{<<.LabelMatchers>>})", "sum(rate(<<.Series>>[5m]))") + "}]",)
