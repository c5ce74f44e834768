"""What does a trigger of type prometheus become? An External metric, and a rule that serves its query under a name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit, urlunsplit

from adapter.kube.quantity import QuantityError, quantity_of_sample
from scaler.migration.keda_parts import Difference, Part, Rule, Server

_TARGETS: Final = {"": "averageValue", "AverageValue": "averageValue", "Value": "value"}
_LONGEST_MS: Final = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """One trigger of a ScaledObject; `goes_to_zero` where its activation matters."""

    name: str
    namespace: str
    index: int
    metadata: Mapping[str, str]
    metric_type: str
    authentication: str
    goes_to_zero: bool

    @property
    def metric(self) -> str:
        """A name that no other trigger of the cluster has: a namespace has no dot, and no name an underscore."""
        return f"keda:{self.namespace}:{self.name}:{self.index}".replace("-", "_").replace(".", ":")


def part_of_prometheus(trigger: Trigger) -> Part:
    """A query or a threshold that can't be used loses the trigger."""
    metadata = trigger.metadata
    query, threshold = metadata.get("query", "").strip(), metadata.get("threshold", "")
    target = _quantity(threshold)
    flaw = _flaw(trigger, query, target)
    if flaw:
        return Part(differences=(Difference(text=f"the prometheus trigger {trigger.index}: {flaw}", lost=True),))
    activation = metadata.get("activationThreshold", "0")
    is_wrapped = trigger.goes_to_zero and _quantity(activation) not in {"", "0"}
    kind = trigger.metric_type or "AverageValue"
    return Part(
        metric={
            "type": "External",
            "external": {
                "metric": {"name": trigger.metric},
                "target": {"type": kind, _TARGETS[trigger.metric_type]: target},
            },
        },
        rule=Rule(
            metric=trigger.metric,
            namespace=trigger.namespace,
            query=_activated(query, activation) if is_wrapped else query,
            server=_server(trigger),
            on_empty="error" if metadata.get("ignoreNullValues", "true").lower() == "false" else "zero",
            timeout=_timeout(metadata.get("timeout", "")),
        ),
        differences=tuple(_differences(trigger, activation if is_wrapped else "")),
    )


def _flaw(trigger: Trigger, query: str, target: str) -> str:
    """Why nothing can be made of it."""
    metadata = trigger.metadata
    activation = metadata.get("activationThreshold", "0")
    flaws = {
        "it names no serverAddress": not metadata.get("serverAddress"),
        "it has no query": not query,
        "its query holds <<, which begins a template in a rule: write the rule by hand": "<<" in query,
        f"its threshold {metadata.get('threshold', '')!r} is no number above 0": target in {"", "0"}
        or target[0] == "-",
        f"its activationThreshold {activation!r} is no number": not _quantity(activation),
        f"metricType {trigger.metric_type} is none of an external metric": trigger.metric_type not in _TARGETS,
    }
    return next((text for text, is_so in flaws.items() if is_so), "")


def _quantity(text: str) -> str:
    """The number as a quantity, empty if it is none."""
    try:
        return str(quantity_of_sample(text.strip()))
    except QuantityError:
        return ""


def _activated(query: str, activation: str) -> str:
    """The query's value where it is above the threshold, else 0: vectors and scalars alike."""
    end = "\n" if "#" in query else ""
    return f"({query}{end}) * (({query}{end}) > bool {activation.strip()})"


def _server(trigger: Trigger) -> Server:
    metadata = trigger.metadata
    headers = dict(_pairs(metadata.get("customHeaders", "")))
    if metadata.get("cortexOrgID"):
        headers["X-Scope-OrgID"] = metadata["cortexOrgID"]
    return Server(
        url=_with_parameters(metadata["serverAddress"], metadata),
        headers=tuple(sorted(headers.items())),
        credentials=_credentials(trigger),
    )


def _with_parameters(address: str, metadata: Mapping[str, str]) -> str:
    """`namespace` is a parameter of the query, too."""
    parameters = dict(_pairs(metadata.get("queryParameters", "")))
    if metadata.get("namespace"):
        parameters["namespace"] = metadata["namespace"]
    parts = urlsplit(address)
    said = [f"{quote(name)}={quote(value, safe='')}" for name, value in sorted(parameters.items())]
    return urlunsplit(parts._replace(query="&".join([*filter(None, [parts.query]), *said])))


def _credentials(trigger: Trigger) -> str:
    modes = trigger.metadata.get("authModes", "")
    named = [f"authModes {modes}"] if modes else []
    return " by ".join([*named, trigger.authentication] if trigger.authentication else named)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """`a=b,c=d`, as KEDA writes maps."""
    for pair in filter(None, map(str.strip, text.split(","))):
        name, _, value = pair.partition("=")
        yield name.strip(), value.strip()


def _timeout(text: str) -> str:
    """KEDA's milliseconds in our form, at most 30 s; empty where there are none."""
    return f"{min(int(text), _LONGEST_MS)}ms" if text.isdecimal() and int(text) > 0 else ""


def _differences(trigger: Trigger, activation: str) -> Iterator[Difference]:
    said = f"the prometheus trigger {trigger.index}"
    if activation:
        yield Difference(
            text=f"{said}: below activationThreshold {activation} its metric is 0 at any count, where KEDA stops "
            "counting only after cooldownPeriod"
        )
    if trigger.metadata.get("ignoreNullValues", "true").lower() != "false":
        yield Difference(
            text=f"{said}: no series counts as 0, as in KEDA (ignoreNullValues); onEmpty: error would be safer, "
            "since an outage of what exports it looks the same"
        )
    credentials = _credentials(trigger)
    if credentials:
        yield Difference(
            text=f"{said}: {credentials}: mount the secret's files, and name them in the rules' server "
            "(bearerTokenFile, basic or tls)",
            lost=True,
        )
    if trigger.metadata.get("unsafeSsl", "false").lower() == "true":
        yield Difference(
            text=f"{said}: unsafeSsl: a certificate is always checked here: give its authority by tls.caFile", lost=True
        )
