"""Which autoscaler does the scenario run? A manifest in place or in a file, checked as an API server would check it."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import yaml

from adapter.externalmetrics.yamlvalues import YamlValue, parse
from adapter.kube.meta import TimestampError
from adapter.kube.quantity import Quantity
from adapter.kube.quantity_go import milli_value_as_go
from scaler.api.autoscaler import Autoscaler
from scaler.api.decode import decode_spec
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.decode_metrics import MilliValue
from scaler.api.defaults import default_spec
from scaler.api.documents import Manifest, read_manifest
from scaler.api.field_errors import status_message
from scaler.api.quantities import DecodeError
from scaler.api.types import AutoscalerSpec
from scaler.api.validation import validate_spec
from scaler.simulation.fields import OpenText, opened, plain
from scaler.simulation.scenario import Settings

Document = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifested:
    """The autoscaler, and the document it came from, for edits to be merged into."""

    autoscaler: Autoscaler
    document: Document


def read_autoscaler(value: YamlValue, status: YamlValue | None, settings: Settings, open_text: OpenText) -> Manifested:
    """The autoscaler with what its status holds at the start."""
    if isinstance(value.node, yaml.ScalarNode):
        value = _only_one(value, open_text)
    document = plain(value)
    if not isinstance(document, dict):
        value.fail("expected a manifest or a path to one")
    if status is not None:
        document = document | {"status": _plain_status(status)}
    wire = _wire(value, document)
    metadata = msgspec.structs.replace(
        wire.wire.metadata, namespace=wire.wire.metadata.namespace or "default", uid="simulated", generation=1
    )
    try:
        autoscaler = decode_autoscaler(
            msgspec.structs.replace(wire.wire, metadata=metadata),
            kind=wire.kind,
            milli_value=milli_value_of(settings),
        )
    except (DecodeError, TimestampError) as error:
        value.fail(str(error))
    return Manifested(autoscaler=autoscaler, document=document)


def edited_spec(value: YamlValue, document: Document, settings: Settings) -> AutoscalerSpec:
    """The spec of a document that an edit at `value` made; a spec that an API server refuses is an error there."""
    manifest = _wire(value, document)
    spec = manifest.wire.spec
    return decode_spec(default_spec(spec), milli_value=milli_value_of(settings))


def merge_patched(target: object, patch: object) -> object:
    """RFC 7386: a null takes a field away, a list replaces a list."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, inner in patch.items():
        if inner is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patched(merged.get(key), inner)
    return merged


def milli_value_of(settings: Settings) -> MilliValue:
    """How thousandths are rounded: parity has Go's way, overflow included."""
    return milli_value_as_go if settings.parity else Quantity.milli_value


def _only_one(value: YamlValue, open_text: OpenText) -> YamlValue:
    """The one autoscaler of a manifest file; other objects in it are passed over."""
    documents = parse(opened(value, open_text), source=value.text())
    found = [document for document in documents if _is_autoscaler(document)]
    if len(found) != 1:
        value.fail(f"{value.text()} holds {len(found)} autoscalers, and a scenario runs one")
    return found[0]


def _is_autoscaler(document: YamlValue) -> bool:
    entries = document.entries() if isinstance(document.node, yaml.MappingNode) else {}
    kind = entries.get("kind")
    return kind is not None and kind.text() in {"ZeroPodAutoscaler", "HorizontalPodAutoscaler"}


def _plain_status(value: YamlValue) -> object:
    """The status; conditions may be written short, as in `expect`: {ScaledToZero: "True"}."""
    status = plain(value)
    if isinstance(status, dict) and isinstance(status.get("conditions"), dict):
        short = status["conditions"]
        status["conditions"] = [{"type": type_, "status": str(held)} for type_, held in short.items()]
    return status


def _wire(value: YamlValue, document: Document) -> Manifest:
    """The document's structs. Unknown fields and a spec that an API server refuses are errors."""
    try:
        manifest = read_manifest(document)
        spec = default_spec(manifest.wire.spec)
        # Scenarios are also written for clusters whose gate is on; whether this one's is can't be known.
        errors = validate_spec(spec, old=None, scale_to_zero_gate=True)
    except DecodeError as error:
        value.fail(f"autoscaler: {error}")
    if manifest.unknown_fields:
        value.fail(f"unknown field {manifest.unknown_fields[0]!r}: no API server would keep it")
    if errors:
        value.fail(status_message(manifest.kind.qualified, manifest.wire.metadata.name, errors))
    return manifest
