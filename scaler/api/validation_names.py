"""Which names may stand in a path, on a container, or for a container's resource? The API server's rules and texts.

Source: apimachinery pkg/api/validate/content and pkg/apis/core/validation (v1.37).
"""

import re
from collections.abc import Iterator

_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_KEY_NAME = r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"

_LONGEST_LABEL = 63
_LONGEST_SUBDOMAIN = 253

_LABEL_TEXT = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with"
    f" an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '{_LABEL}')"
)
_SUBDOMAIN_TEXT = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and"
    f" end with an alphanumeric character (e.g. 'example.com', regex used for validation is '{_SUBDOMAIN}')"
)
_KEY_TEXT = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
    f" (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '{_KEY_NAME}')"
)

_CONTAINER_RESOURCES = frozenset({"cpu", "memory", "ephemeral-storage"})
_OTHER_STANDARD_RESOURCES = frozenset(
    {
        *(f"{kind}.{name}" for kind in ("requests", "limits") for name in _CONTAINER_RESOURCES),
        *("pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps"),
        *("persistentvolumeclaims", "storage", "requests.storage", "services.nodeports", "services.loadbalancers"),
    }
)


def path_segment_problems(name: str) -> Iterator[str]:
    """Why `name` can't be one step of a URL's path."""
    if name in {".", ".."}:
        yield f"may not be '{name}'"
        return
    for illegal in ("/", "%"):
        if illegal in name:
            yield f"may not contain '{illegal}'"


def container_name_problems(name: str) -> Iterator[str]:
    """Why `name` can't be a container's."""
    if len(name.encode()) > _LONGEST_LABEL:
        yield f"must be no more than {_LONGEST_LABEL} bytes"
    if not re.fullmatch(_LABEL, name):
        yield "must not contain dots" if re.fullmatch(_SUBDOMAIN, name) else _LABEL_TEXT


def container_resource_problems(name: str) -> Iterator[str]:
    """Why `name` can't be a resource that a container asks for."""
    malformed = list(_label_key_problems(name))
    yield from malformed
    if "/" in name:
        if "kubernetes.io/" not in name and not _is_extended_resource(name):
            yield "doesn't follow extended resource name standard"
        return
    of_containers = name in _CONTAINER_RESOURCES or name.startswith("hugepages-")
    if not malformed and not of_containers and name not in _OTHER_STANDARD_RESOURCES:
        yield "must be a standard resource type or fully qualified"
    if not of_containers:
        yield "must be a standard resource for containers"


def _is_extended_resource(name: str) -> bool:
    """A quota must be able to name it with `requests.` in front."""
    return not name.startswith("requests.") and not list(_label_key_problems(f"requests.{name}"))


def _label_key_problems(key: str) -> Iterator[str]:
    """Why `key` is not `name` or `prefix/name`."""
    prefix, slash, name = key.rpartition("/")
    if "/" in prefix:
        yield f"a valid label key {_KEY_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        return
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif slash:
        yield from (f"prefix part {problem}" for problem in _subdomain_problems(prefix))
    if not name:
        yield "name part must be non-empty"
    elif len(name.encode()) > _LONGEST_LABEL:
        yield f"name part must be no more than {_LONGEST_LABEL} bytes"
    if not re.fullmatch(_KEY_NAME, name):
        yield f"name part {_KEY_TEXT}"


def _subdomain_problems(name: str) -> Iterator[str]:
    if len(name.encode()) > _LONGEST_SUBDOMAIN:
        yield f"must be no more than {_LONGEST_SUBDOMAIN} bytes"
    if not re.fullmatch(_SUBDOMAIN, name):
        yield _SUBDOMAIN_TEXT
