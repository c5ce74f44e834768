"""How does Go print a text inside quotes? As its %q verb does."""

from typing import Final

_NAMED: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
}
_LAST_OF_FOUR_DIGITS: Final = "\uffff"


def go_quoted(text: str) -> str:
    """`text` in double quotes: control signs and what cannot be printed are escaped, every other sign stays."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(sign: str) -> str:
    if sign in _NAMED:
        return _NAMED[sign]
    if sign.isprintable():
        return sign
    if sign.isascii():
        return f"\\x{ord(sign):02x}"
    return f"\\u{ord(sign):04x}" if sign <= _LAST_OF_FOUR_DIGITS else f"\\U{ord(sign):08x}"
