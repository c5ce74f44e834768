"""Would an API server take these autoscalers, and would they do what is meant? The verb `validate`."""

import sys
from collections.abc import Mapping, Sequence

import click
import msgspec

from scaler.cli.validate_objects import Object, Unreadable, objects_in_file
from scaler.cli.validate_verdict import Verdict, by_key, is_autoscaler, judge, key_of

_NEGATIVE = 1
_USAGE = 2


@click.command(
    epilog="Example: lagzero validate worker.yaml; kubectl get hpa -A -o yaml | lagzero validate -",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--gate",
    type=click.Choice(["off", "on"]),
    default="off",
    show_default=True,
    help="The cluster's feature gate HPAScaleToZero.",
)
@click.option("--against", metavar="OLD", help="The objects as they are stored now: judge updates of them.")
@click.option("-o", "--output", type=click.Choice(["text", "json"]), default="text", help="json: one document.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def validate(files: tuple[str, ...], gate: str, against: str | None, output: str) -> None:
    """Check the autoscalers in each FILE (YAML, JSON, lists; - is standard input) by every rule of the API server.

    HorizontalPodAutoscalers of autoscaling/v2 and ZeroPodAutoscalers are judged, older versions converted where they
    can be, other kinds passed over. Exit status: 0 valid, also with warnings; 1 invalid; 2 if a file can't be read.
    """
    try:
        objects = [found for file in files for found in objects_in_file(file)]
        stored = {} if against is None else by_key(objects_in_file(against))
    except Unreadable as error:
        for line in str(error).splitlines():
            click.echo(f"error: {line}", err=True)
        sys.exit(_USAGE)
    verdicts = [
        judge(found, stored=stored.get(key_of(found)), scale_to_zero_gate=gate == "on")
        for found in objects
        if is_autoscaler(found)
    ]
    skipped = len(objects) - len(verdicts)
    click.echo(_as_json(verdicts, skipped) if output == "json" else _as_text(verdicts, skipped))
    sys.exit(0 if all(verdict.is_valid for verdict in verdicts) else _NEGATIVE)


def _as_text(verdicts: Sequence[Verdict], skipped: int) -> str:
    """One line per finding, after its place, and a last line that counts."""
    lines = []
    for verdict in verdicts:
        lines += [f"{verdict.object.place}: error: {message}" for message in verdict.messages]
        lines += [f"{verdict.object.place}: warning: {_named(verdict.object)}: {each}" for each in verdict.warnings]
    valid = sum(verdict.is_valid for verdict in verdicts)
    warnings = sum(len(verdict.warnings) for verdict in verdicts)
    counts = f"{valid} valid, {len(verdicts) - valid} invalid, {_plural(warnings, 'warning')}"
    passed_over = f", {_plural(skipped, 'object')} of other kinds skipped" if skipped else ""
    return "\n".join([*lines, counts + passed_over])


def _named(found: Object) -> str:
    return f"{found.kind} {found.namespace}/{found.name}"


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _as_json(verdicts: Sequence[Verdict], skipped: int) -> str:
    return msgspec.json.encode({"objects": [_entry(verdict) for verdict in verdicts], "skipped": skipped}).decode()


def _entry(verdict: Verdict) -> Mapping[str, object]:
    found = verdict.object
    return {
        "file": found.place.source,
        "line": found.place.line,
        "apiVersion": found.api_version,
        "kind": found.kind,
        "namespace": found.namespace,
        "name": found.name,
        "valid": verdict.is_valid,
        "messages": verdict.messages,
        "errors": [
            {"type": str(error.type), "field": error.field, "message": error.message} for error in verdict.errors
        ],
        "warnings": [{"field": each.field, "message": each.text} for each in verdict.warnings],
    }
