"""What a JSON patch makes of a document (RFC 6902), as far as objects go: paths into lists are refused."""

import msgspec

from e2e.sandbox.failures import StatusError, bad_request

_REFUSED = "the server rejected our request due to an error in our request"


class _Operation(msgspec.Struct, frozen=True):
    op: str
    path: str
    value: object = None


def json_patched(document: object, patch: bytes) -> object:
    """The patched document; 422 for a test that fails or a path that isn't there, 400 for what is no patch."""
    try:
        operations = msgspec.json.decode(patch, type=tuple[_Operation, ...])
    except msgspec.DecodeError as error:
        raise bad_request(f"not a JSON patch: {error}") from error
    for operation in operations:
        names = [part.replace("~1", "/").replace("~0", "~") for part in operation.path.split("/")[1:]]
        document = _patched(document, names, operation)
    return document


def _patched(document: object, names: list[str], operation: _Operation) -> object:
    if not isinstance(document, dict) or not names:
        raise _refused()
    name, *below = names
    if below:
        return {**document, name: _patched(document.get(name), below, operation)}
    match operation.op:
        case "add":
            return {**document, name: operation.value}
        case "test" if name in document and document[name] == operation.value:
            return document
        case "replace" if name in document:
            return {**document, name: operation.value}
        case "remove" if name in document:
            return {key: value for key, value in document.items() if key != name}
        case _:
            raise _refused()


def _refused() -> StatusError:
    return StatusError(422, "Invalid", _REFUSED, {})
