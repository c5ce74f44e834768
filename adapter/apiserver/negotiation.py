"""In which form does the caller want the answer? Of the forms we have, the first that its Accept header takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_DISCOVERY_GROUP: Final = "apidiscovery.k8s.io"
_DISCOVERY_KIND: Final = "APIGroupDiscoveryList"


class Representation(StrEnum):
    """A form of an answer; the value is its Content-Type."""

    JSON = "application/json"
    YAML = "application/yaml"
    DISCOVERY_V2 = f"application/json;g={_DISCOVERY_GROUP};v=v2;as={_DISCOVERY_KIND}"
    DISCOVERY_V2BETA1 = f"application/json;g={_DISCOVERY_GROUP};v=v2beta1;as={_DISCOVERY_KIND}"


PLAIN_FORMS: Final = (Representation.JSON, Representation.YAML)
DISCOVERY_FORMS: Final = (Representation.DISCOVERY_V2, Representation.DISCOVERY_V2BETA1, *PLAIN_FORMS)


def negotiate(accept: str, offers: Sequence[Representation]) -> Representation | None:
    """The best form for an Accept header; empty accepts anything, and None says that nothing on offer is accepted.

    Anything else than what a clause asks `as` is no match, so a client that lists a table first and plain JSON next
    gets plain JSON. Source: apiserver endpoints/handlers/negotiation (v1.37).
    """
    if not accept.strip():
        return Representation.JSON
    for clause in sorted(_clauses(accept), key=lambda clause: -clause.quality):
        for offer in offers:
            if clause.quality > 0 and _matches(clause, offer):
                return offer
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    media_type: str
    parameters: dict[str, str]
    quality: float


def _clauses(accept: str) -> list[_Clause]:
    return [_clause(text) for text in accept.split(",") if text.strip()]


def _clause(text: str) -> _Clause:
    media_type, *rest = text.split(";")
    pairs = (part.partition("=") for part in rest)
    parameters = {name.strip().lower(): value.strip().strip('"') for name, _, value in pairs}
    return _Clause(media_type=media_type.strip().lower(), parameters=parameters, quality=_quality(parameters.get("q")))


def _quality(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0


def _matches(clause: _Clause, offer: Representation) -> bool:
    if clause.media_type in {"*/*", "application/*"}:
        return offer is Representation.JSON
    if clause.media_type not in {Representation.JSON.value, Representation.YAML.value}:
        return False
    if (clause.media_type == Representation.YAML.value) is not (offer is Representation.YAML):
        return False
    wanted = (clause.parameters.get("g"), clause.parameters.get("v"), clause.parameters.get("as"))
    match offer:
        case Representation.DISCOVERY_V2:
            return wanted == (_DISCOVERY_GROUP, "v2", _DISCOVERY_KIND)
        case Representation.DISCOVERY_V2BETA1:
            return wanted == (_DISCOVERY_GROUP, "v2beta1", _DISCOVERY_KIND)
        case Representation.JSON | Representation.YAML:
            return wanted[2] is None
