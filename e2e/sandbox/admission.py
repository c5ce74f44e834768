"""Whether an object may be stored, and with which defaults: a custom kind's schema, the few rules of others."""

from collections.abc import Mapping
from dataclasses import dataclass

from e2e.sandbox.builtin_rules import builtin_problems, with_builtin_defaults
from e2e.sandbox.custom_resources import DEFINITIONS, type_of
from e2e.sandbox.documents import Document
from e2e.sandbox.failures import bad_request, invalid
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.schema import prune, unknown_fields, with_defaults
from e2e.sandbox.schema_validation import problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """The settings that decide what is refused; `scale_to_zero` is the feature gate HPAScaleToZero."""

    scale_to_zero: bool

    def admitted(self, kind: ResourceType, document: Document) -> Document:
        """The document pruned and with defaults; raises 422 with all that is wrong."""
        if kind.qualified == DEFINITIONS:
            type_of(document)  # raises when it can't be served
        if kind.schema is None:
            filled = with_builtin_defaults(kind.qualified_kind, document)
            wrong = builtin_problems(kind.qualified_kind, filled, scale_to_zero=self.scale_to_zero)
        else:
            whole = with_defaults(kind.schema, prune(kind.schema, document))
            assert isinstance(whole, dict)
            filled, wrong = whole, list(problems(kind.schema, whole))
        if wrong:
            raise invalid(kind.qualified_kind, str(document["metadata"]["name"]), wrong)
        return filled


def check_strictly(kind: ResourceType, document: Document, query: Mapping[str, str]) -> None:
    """Raises 400 for fields that a custom kind does not know, when `fieldValidation=Strict` asks for it."""
    if query.get("fieldValidation") == "Strict" and kind.schema is not None:
        unknown = [f'unknown field "{path}"' for path in unknown_fields(kind.schema, document)]
        if unknown:
            raise bad_request(
                f"{kind.kind} in version {kind.version!r} cannot be handled as a {kind.kind}: "
                f"strict decoding error: {', '.join(unknown)}"
            )
