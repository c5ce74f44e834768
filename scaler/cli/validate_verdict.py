"""Would an API server take this object? Its refusal in its own words, and the warnings that it wouldn't give."""

from collections.abc import Mapping
from dataclasses import dataclass

from scaler.api.defaults import default_spec
from scaler.api.documents import Manifest, read_manifest
from scaler.api.field_errors import FieldError, required, status_message
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.validation import validate_spec
from scaler.api.wire import WireSpec
from scaler.cli.validate_objects import Object
from scaler.cli.validate_versions import TooOld, in_current_version
from scaler.cli.validate_warnings import Finding, Subject, warnings_about

AUTOSCALERS = frozenset(kind.kind for kind in AutoscalerKind)

Key = tuple[str, str, str]
"""Kind, namespace and name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`messages` are whole refusals, of which the one with `errors` is the API server's status message."""

    object: Object
    messages: tuple[str, ...] = ()
    errors: tuple[FieldError, ...] = ()
    warnings: tuple[Finding, ...] = ()

    @property
    def is_valid(self) -> bool:
        return not self.messages


def is_autoscaler(found: Object) -> bool:
    return found.kind in AUTOSCALERS


def key_of(found: Object) -> Key:
    return found.kind, found.namespace, found.name


def judge(found: Object, *, stored: Object | None, scale_to_zero_gate: bool) -> Verdict:
    """`stored` is the object that this one would replace."""
    converted = in_current_version(found)
    if isinstance(converted, TooOld):
        return Verdict(object=found, messages=(converted.refusal,))
    try:
        manifest = read_manifest(converted.document)
        spec = default_spec(manifest.wire.spec)
        old = None if stored is None else _stored_spec(stored)
        gate = scale_to_zero_gate or manifest.kind.has_zero_block
        errors = (*_metadata_errors(manifest), *validate_spec(spec, old=old, scale_to_zero_gate=gate))
    except DecodeError as error:
        return Verdict(object=found, messages=(str(error),))
    refusals = [converted.refusal, _strict_decoding(manifest)]
    if errors:
        refusals.append(status_message(manifest.kind.qualified, manifest.wire.metadata.name, errors))
    subject = Subject(
        kind=manifest.kind,
        spec=spec,
        annotations=manifest.wire.metadata.annotations,
        scale_to_zero_gate=scale_to_zero_gate,
    )
    notes = (Finding(field="apiVersion", text=converted.note),) if converted.note else ()
    return Verdict(
        object=found,
        messages=tuple(filter(None, refusals)),
        errors=errors,
        warnings=(*notes, *warnings_about(subject)),
    )


def by_key(objects: tuple[Object, ...]) -> Mapping[Key, Object]:
    """The autoscalers of the state before, to find the one that an object replaces."""
    return {key_of(found): found for found in objects if is_autoscaler(found)}


def _stored_spec(stored: Object) -> WireSpec | None:
    """What is stored; a version that is too old to be read says nothing about what may stay."""
    converted = in_current_version(stored)
    return None if isinstance(converted, TooOld) else default_spec(read_manifest(converted.document).wire.spec)


def _metadata_errors(manifest: Manifest) -> tuple[FieldError, ...]:
    return () if manifest.wire.metadata.name else (required("metadata.name", "name or generateName is required"),)


def _strict_decoding(manifest: Manifest) -> str:
    """The refusal of fields that nobody knows, as kubectl asks for it."""
    if not manifest.unknown_fields:
        return ""
    kind = manifest.kind
    unknown = ", ".join(f'unknown field "{field}"' for field in manifest.unknown_fields)
    return (
        f'{kind.kind} in version "{kind.version}" cannot be handled as a {kind.kind}: strict decoding error: {unknown}'
    )
