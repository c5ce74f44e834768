"""Will these rules do what is meant? The verb `check`."""

import asyncio
import sys
from collections.abc import Sequence
from datetime import timedelta

import click

from adapter.externalmetrics.lint import Report, lint
from adapter.externalmetrics.lintfindings import Finding, Severity
from adapter.process.clock import SystemClock
from adapter.process.logging import LogFormat, configure_logging
from adapter.prometheus.servers import PrometheusServer, ServerError, parse_server
from scaler.cli.check_files import texts_at
from scaler.cli.check_live import live_reads
from scaler.cli.check_metric import Failed, LiveRead
from scaler.cli.check_report import Checked, as_json, as_text, live_findings, overflow_findings
from scaler.cli.lengths import positive_length
from scaler.cli.refusal import NEGATIVE, USAGE, WORLD_FAILED, refuse


@click.command(
    epilog="Example: lagzero check rules.yaml --live http://localhost:9090",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--live", metavar="URL", help="Also run each rule on this Prometheus.")
@click.option(
    "-n", "--namespace", default="default", show_default=True, help="The namespace that --live reads the metrics in."
)
@click.option(
    "--scrape-interval",
    default="30s",
    metavar="DURATION",
    show_default=True,
    help="What lies between two scrapes: shorter ranges of rate and the like are named.",
)
@click.option("-o", "--output", type=click.Choice(["text", "json"]), default="text", help="json: a list, for CI.")
@click.argument("paths", metavar="FILE|FOLDER...", nargs=-1, required=True)
def check(paths: tuple[str, ...], live: str | None, namespace: str, scrape_interval: str, output: str) -> None:
    """Check the rules in each FILE or FOLDER, and say what to write instead of what is wrong; - is standard input.

    Each argument is what one adapter would be given by --rules. Exit status: 0 without errors, also with warnings; 1
    with errors; 2 if a file holds no rules that could be read; 3 if Prometheus can't be asked.
    """
    configure_logging(format=LogFormat.TEXT, level="error")
    try:
        server = None if live is None else parse_server(live)
    except ServerError as error:
        refuse(f"--live: {error}", status=USAGE)
    interval = positive_length("--scrape-interval", scrape_interval)
    checked = [_checked(path, interval) for path in paths]
    reads = [read for one in checked for read in _live(one.report, server, namespace)]
    targets = [target for one in checked for target in one.report.targets]
    findings = (
        *(finding for one in checked for finding in one.findings),
        *live_findings(reads, namespace),
        *overflow_findings(reads, targets, namespace),
    )
    click.echo(as_json(findings, reads, namespace) if output == "json" else as_text(checked, findings, reads))
    sys.exit(_status(checked, findings, reads))


def _checked(path: str, scrape_interval: timedelta) -> Checked:
    read = texts_at(path)
    report = lint(read.texts, scrape_interval=scrape_interval)
    return Checked(report=report, unreadable=read.unreadable)


def _live(report: Report, server: PrometheusServer | None, namespace: str) -> tuple[LiveRead, ...]:
    if server is None:
        return ()
    return asyncio.run(live_reads(report.rules, server, SystemClock(), namespace=namespace))


def _status(checked: Sequence[Checked], findings: Sequence[Finding], reads: Sequence[LiveRead]) -> int:
    if not all(one.loads for one in checked):
        return USAGE
    if any(isinstance(read.outcome, Failed) and read.outcome.is_worlds for read in reads):
        return WORLD_FAILED
    return NEGATIVE if any(finding.severity is Severity.ERROR for finding in findings) else 0
