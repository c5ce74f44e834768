"""What is wrong with a label's key or value? Kubernetes' rules, in apimachinery's words."""

import re
from functools import lru_cache
from typing import Final

_NAME: Final = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_SUBDOMAIN: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")

_NAME_BYTES: Final = 63
_SUBDOMAIN_BYTES: Final = 253

_EMPTY: Final = "must be non-empty"
_NAME_SHAPE: Final = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
    " (e.g. 'MyName',  or 'my.name',  or '123-abc',"
    " regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)
_KEY_SHAPE: Final = (
    f"a valid label key {_NAME_SHAPE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
)
_VALUE_SHAPE: Final = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.',"
    " and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345',"
    " regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)
_SUBDOMAIN_SHAPE: Final = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
    " and must start and end with an alphanumeric character (e.g. 'example.com',"
    r" regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)


@lru_cache(maxsize=4096)
def label_key_problems(key: str) -> tuple[str, ...]:
    """Why `key` cannot be a label's key; empty if it can. A DNS subdomain and a slash may stand before the name.

    Source: apimachinery validation IsQualifiedName (v1.37).
    """
    prefix, slash, name = key.partition("/")
    if "/" in name:
        return (_KEY_SHAPE,)
    if not slash:
        return _name_problems(prefix)
    return (*_prefix_problems(prefix), *_name_problems(name))


@lru_cache(maxsize=4096)
def label_value_problems(value: str) -> tuple[str, ...]:
    """Why `value` cannot be a label's value; empty if it can. The empty text can.

    Source: apimachinery validation IsValidLabelValue (v1.37).
    """
    problems = _too_long(value, _NAME_BYTES)
    if value and _NAME.fullmatch(value) is None:
        problems += (_VALUE_SHAPE,)
    return problems


def _name_problems(name: str) -> tuple[str, ...]:
    problems = _too_long(name, _NAME_BYTES) if name else (_EMPTY,)
    if _NAME.fullmatch(name) is None:
        problems += (_NAME_SHAPE,)
    return tuple(f"name part {problem}" for problem in problems)


def _prefix_problems(prefix: str) -> tuple[str, ...]:
    if not prefix:
        return (f"prefix part {_EMPTY}",)
    problems = _too_long(prefix, _SUBDOMAIN_BYTES)
    if _SUBDOMAIN.fullmatch(prefix) is None:
        problems += (_SUBDOMAIN_SHAPE,)
    return tuple(f"prefix part {problem}" for problem in problems)


def _too_long(text: str, most_bytes: int) -> tuple[str, ...]:
    # A surrogate can stand in a Python text, not in UTF-8; counting it must not fail.
    length = len(text.encode(errors="surrogatepass"))
    return (f"must be no more than {most_bytes} bytes",) if length > most_bytes else ()
