"""Which texts do the words of a selector stand for? Names for values that labels of Kubernetes can't hold."""

from collections.abc import Mapping
from types import MappingProxyType

from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.kube.selectors import SelectorError, parse_selector

Parameters = Mapping[str, Mapping[str, str]]
"""By the key that a selector names: what each of its values stands for."""

NO_PARAMETERS: Parameters = MappingProxyType({})


def read_parameters(value: YamlValue) -> Parameters:
    """The tables of `parameters`. Raises RulesError for a word that no selector could name."""
    return MappingProxyType({name: _read_table(name, table) for name, table in value.entries().items()})


def _read_table(name: str, table: YamlValue) -> Mapping[str, str]:
    texts = {word: text.text() for word, text in table.entries().items()}
    if not texts:
        table.fail(f"parameter {name!r} has no values: write VALUE: TEXT for each that a selector may name")
    for word in texts:
        try:
            parse_selector(f"{name}={word}")
        except SelectorError as error:
            table.fail(f"no selector can say {name}={word}: {error}")
    return MappingProxyType(texts)
