"""What is said of rules files that are wrong? By the linter, which splits what the programs say at their start."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from adapter.externalmetrics.lint import RulesText, lint
from adapter.externalmetrics.rules import RulesError, load_rules
from adapter.externalmetrics.serverentries import servers_of
from adapter.prometheus.servers import parse_server
from scaler.cli.check_report import Checked, as_text
from tests.golden.mistakes.rule_changes import CHANGES, FILES, QUERIES, SERVERS
from tests.golden.mistakes.shown import shown
from tests.unit.adapter.externalmetrics.ruletexts import rule_text

_CORPUS = Path(__file__).parents[2] / "unit" / "adapter" / "externalmetrics" / "lint_corpus"


def corpus() -> Iterator[str]:
    """Whole files, as people have them."""
    for file in sorted(_CORPUS.iterdir()):
        yield from shown(file.name, linted(file.read_text(encoding="utf-8")))


def changes() -> Iterator[str]:
    """A rule that is right but for one thing."""
    for change in CHANGES:
        given = ", ".join(f"{key}: {value}" for key, value in change.items())
        yield from shown(given, linted(f"externalRules:\n{rule_text(**change)}"))


def queries() -> Iterator[str]:
    """A rule with a metricsQuery that is wrong."""
    for query in QUERIES:
        yield from shown(query, linted(f"externalRules:\n{_with_query(query)}"))


def _with_query(query: str) -> str:
    quoted = query.replace("'", "''").replace("\n", "\n\n      ")
    return rule_text(metricsQuery=f"'{quoted}'")


def servers() -> Iterator[str]:
    for server in SERVERS:
        yield from shown(server, linted(f"servers:\n{server}\nexternalRules:\n{rule_text()}"))


def files() -> Iterator[str]:
    for text in FILES:
        yield from shown(text, linted(text))


def at_the_start() -> Iterator[str]:
    """What the programs themselves say of the same before they end."""
    rules = [f"externalRules:\n{rule_text(**change)}" for change in CHANGES]
    rules += [f"externalRules:\n{_with_query(query)}" for query in QUERIES]
    for text in (*rules, *(f"servers:\n{server}\n" for server in SERVERS), *FILES):
        yield from shown(text, _refused(text))


def _refused(text: str) -> list[str]:
    """Nothing where the file is taken, with a rule set aside or with warnings."""
    try:
        servers_of(load_rules(text, source="rules.yaml").servers, parse_server("http://prometheus:9090"))
    except RulesError as error:
        return str(error).splitlines()
    return []


def linted(text: str) -> list[str]:
    report = lint([RulesText(source="rules.yaml", text=text)], scrape_interval=timedelta(seconds=30))
    return as_text([Checked(report=report, unreadable=())], report.findings, []).splitlines()
