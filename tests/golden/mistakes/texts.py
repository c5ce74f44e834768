"""Which mistakes do these golden files show? One kind of what is given in each, under the name of its file."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.golden.mistakes import apiserver, kubeconfigs, moving, prometheus, rules, scenarios, words

TEXTS: Final = Path(__file__).parent / "answers"

MISTAKES: Mapping[str, Callable[[], Iterator[str]]] = {
    "apiserver-callers": apiserver.callers,
    "apiserver-credentials": apiserver.credentials,
    "apiserver-probes": apiserver.probes,
    "apiserver-statuses": apiserver.statuses,
    "kubeconfigs": kubeconfigs.kubeconfigs,
    "moving-expectations": moving.expectations,
    "moving-plans": moving.plans,
    "moving-kinds": moving.kinds,
    "moving-scaled-objects": moving.scaled_objects,
    "prometheus-answers": prometheus.answers,
    "prometheus-connections": prometheus.connections,
    "prometheus-values": prometheus.values,
    "rules-at-the-start": rules.at_the_start,
    "rules-changes": rules.changes,
    "rules-corpus": rules.corpus,
    "rules-files": rules.files,
    "rules-queries": rules.queries,
    "rules-servers": rules.servers,
    "scenarios": scenarios.scenarios,
    "scenarios-expectations": scenarios.expectations,
    "scenarios-queries": scenarios.queries,
    "scenarios-worlds": scenarios.worlds,
    "words-addresses": words.addresses,
    "words-amounts": words.amounts,
    "words-queries": words.queries,
    "words-selectors": words.selectors,
    "words-times": words.times,
}


def texts() -> dict[str, str]:
    """The contents of every file by its name."""
    return {name: "\n".join([*lines(), ""]) for name, lines in MISTAKES.items()}
