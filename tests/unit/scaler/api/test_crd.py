"""Does the schema of the ZeroPodAutoscaler have the fields of our structs, the same words and the same bounds?"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import get_args, get_origin

import msgspec
import pytest

from scaler.api.defaults import DEFAULT_METRICS, DEFAULT_SCALE_DOWN, DEFAULT_SCALE_UP
from scaler.api.encode import as_json
from scaler.api.kinds import AutoscalerKind
from scaler.api.states import AutoscalerState, Obstruction
from scaler.api.types import InitialState, MetricTargetType, Mode, OnDelete, PolicyType, SelectPolicy, Wake
from scaler.api.validation_behavior import LONGEST_PERIOD_SECONDS, LONGEST_WINDOW_SECONDS
from scaler.api.validation_metrics import SOURCE_OF_TYPE
from scaler.api.validation_zero import LABEL_NAME
from scaler.api.wire import WireScalingRules, WireSpec, WireStruct
from scaler.api.wire_status import WireStatus

FILE = Path(__file__).parents[4] / "manifests" / "base" / "crd" / "zeropodautoscalers.yaml"


class Rule(msgspec.Struct):
    message: str = ""


class Schema(msgspec.Struct):
    """What these tests look at in a JSON schema. A map with keys of anybody's choice has no properties."""

    properties: dict[str, "Schema"] = {}
    items: "Schema | None" = None
    enum: list[str] = []
    default: object = None
    maximum: int | None = None
    pattern: str = ""
    rules: list[Rule] = msgspec.field(default_factory=list, name="x-kubernetes-validations")

    def at(self, path: str) -> "Schema":
        """The field at a dotted path; lists are entered."""
        name, _, rest = path.partition(".")
        field = self.fields[name]
        return field.at(rest) if rest else field

    @property
    def fields(self) -> dict[str, "Schema"]:
        return self.properties if self.items is None else self.items.properties

    def all_rules(self) -> Iterator[Rule]:
        yield from self.rules
        for inner in (*self.properties.values(), *([] if self.items is None else [self.items])):
            yield from inner.all_rules()


class VersionSchema(msgspec.Struct):
    root: Schema = msgspec.field(name="openAPIV3Schema")


class Column(msgspec.Struct):
    name: str
    priority: int = 0


class Version(msgspec.Struct):
    name: str
    schema: VersionSchema
    columns: list[Column] = msgspec.field(name="additionalPrinterColumns")


class Names(msgspec.Struct):
    kind: str
    plural: str


class Spec(msgspec.Struct):
    group: str
    names: Names
    versions: list[Version]


class Meta(msgspec.Struct):
    name: str


class Crd(msgspec.Struct):
    metadata: Meta
    spec: Spec


@pytest.fixture(scope="module", name="crd")
def read_crd() -> Crd:
    return msgspec.yaml.decode(FILE.read_bytes(), type=Crd)


@pytest.fixture(scope="module", name="root")
def read_root(crd: Crd) -> Schema:
    return crd.spec.versions[0].schema.root


def fields_of_schema(schema: Schema, path: str) -> Iterator[str]:
    for name, field in schema.fields.items():
        yield f"{path}.{name}"
        yield from fields_of_schema(field, f"{path}.{name}")


def fields_of_struct(struct: type[WireStruct], path: str) -> Iterator[str]:
    for field in msgspec.structs.fields(struct):
        yield f"{path}.{field.encode_name}"
        for inner in structs_in(field.type):
            yield from fields_of_struct(inner, f"{path}.{field.encode_name}")


def structs_in(annotation: object) -> Iterator[type[WireStruct]]:
    if isinstance(annotation, UnionType) or get_origin(annotation) is tuple:
        for part in get_args(annotation):
            yield from structs_in(part)
    elif isinstance(annotation, type) and issubclass(annotation, WireStruct):
        yield annotation


@pytest.mark.parametrize(("name", "struct"), [("spec", WireSpec), ("status", WireStatus)])
def test_schema_and_structs_have_the_same_fields(root: Schema, name: str, struct: type[WireStruct]) -> None:
    assert sorted(fields_of_struct(struct, name)) == sorted(fields_of_schema(root.at(name), name))


def test_the_names_are_those_of_the_kind(crd: Crd) -> None:
    kind = AutoscalerKind.ZERO_POD_AUTOSCALER
    assert (kind.kind, kind.plural, kind.group, [kind.version], f"{kind.plural}.{kind.group}") == (
        crd.spec.names.kind,
        crd.spec.names.plural,
        crd.spec.group,
        [version.name for version in crd.spec.versions],
        crd.metadata.name,
    )


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("spec.metrics.type", SOURCE_OF_TYPE),
        ("spec.metrics.external.target.type", MetricTargetType),
        ("spec.behavior.scaleUp.selectPolicy", SelectPolicy),
        ("spec.behavior.scaleDown.policies.type", PolicyType),
        ("spec.zero.wake", Wake),
        ("spec.zero.initial", InitialState),
        ("spec.zero.onDelete", OnDelete),
        ("spec.zero.mode", Mode),
        ("status.state", (*AutoscalerState, *Obstruction)),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_the_schema_knows_the_same_words(root: Schema, path: str, words: Iterable[str]) -> None:
    assert sorted(words) == sorted(root.at(path).enum)


@pytest.mark.parametrize("direction", ["scaleUp", "scaleDown"])
def test_the_schema_has_the_same_bounds(root: Schema, direction: str) -> None:
    rules = root.at(f"spec.behavior.{direction}")
    assert (
        rules.at("stabilizationWindowSeconds").maximum,
        rules.at("policies.periodSeconds").maximum,
    ) == (LONGEST_WINDOW_SECONDS, LONGEST_PERIOD_SECONDS)


def test_the_schema_takes_the_same_labels_of_pods(root: Schema) -> None:
    assert f"^{LABEL_NAME}$" == root.at("spec.zero.inFlight.podLabel").pattern


@pytest.mark.parametrize(
    ("direction", "gaps"), [("scaleUp", DEFAULT_SCALE_UP), ("scaleDown", DEFAULT_SCALE_DOWN)], ids=["up", "down"]
)
def test_the_schema_fills_in_the_same_rules(root: Schema, direction: str, gaps: WireScalingRules) -> None:
    fields = root.at(f"spec.behavior.{direction}").fields
    assert as_json(gaps) == {name: field.default for name, field in fields.items() if field.default is not None}


def test_the_schema_fills_in_the_same_metric(root: Schema) -> None:
    assert [as_json(metric) for metric in DEFAULT_METRICS] == root.at("spec.metrics").default


def test_every_rule_says_what_is_wrong(root: Schema) -> None:
    assert [rule for rule in root.all_rules() if not rule.message] == []


def test_columns_are_those_of_kubectl_get_hpa_and_the_state(crd: Crd) -> None:
    expected = ["Reference", "Targets", "MinPods", "MaxPods", "Replicas", "State", "Age"]
    assert expected == [column.name for column in crd.spec.versions[0].columns if not column.priority]
