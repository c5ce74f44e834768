"""Which verbs does `lagzero` have? A click group that imports a verb's module only when the verb is used.

Verbs are named by dotted path: `--help` stays fast, and this package needs no import of the adapter's program.
"""

import importlib
from dataclasses import dataclass

import click


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """Where a verb's click command is (`module:attribute`) and its line in `lagzero --help`."""

    command: str
    summary: str


VERBS: dict[str, Verb] = {
    "adapter": Verb(command="adapter.cli:adapter", summary="Serve external.metrics.k8s.io from Prometheus."),
    "scaler": Verb(command="scaler.cli.scaler:scaler", summary="Scale the targets of ZeroPodAutoscalers."),
    "check": Verb(command="scaler.cli.check:check", summary="Check rules, and say what to write instead."),
    "query": Verb(command="scaler.cli.query:query", summary="Show what the metrics API would answer, and the PromQL."),
    "validate": Verb(
        command="scaler.cli.validate:validate", summary="Check autoscalers by every rule of the API server."
    ),
    "simulate": Verb(command="scaler.cli.simulate:simulate", summary="Run an autoscaler in a world in memory."),
    "explain": Verb(
        command="scaler.cli.explain:explain", summary="Show what is decided, now or by a log, as arithmetic."
    ),
    "replay": Verb(command="scaler.cli.replay:replay", summary="Recompute every decision of a decision log."),
    "migrate": Verb(
        command="scaler.cli.migrate:migrate", summary="Hand workloads over from stock autoscalers, and back."
    ),
    "status": Verb(command="scaler.cli.status:status", summary="Show all autoscalers, once or as they change."),
    "pause": Verb(command="scaler.cli.pause:pause", summary="Hold an autoscaler's count where it is."),
    "resume": Verb(command="scaler.cli.pause:resume", summary="End an autoscaler's pause."),
}


class LazyGroup(click.Group):
    """A group whose commands are the table VERBS."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 -- click's signature
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 -- the same
        verb = VERBS.get(cmd_name)
        if verb is None:
            return None
        module_name, _, attribute = verb.command.partition(":")
        command = getattr(importlib.import_module(module_name), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{verb.command} is not a click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 -- the same
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: lagzero query --rules rules.yaml --prometheus http://localhost:9090 default queue_consumer_lag",
)
@click.version_option(package_name="lagzero", prog_name="lagzero")
def main() -> None:
    """Queue workers on Kubernetes that scale to zero and back, driven by Prometheus metrics.

    Exit status: 0 fine, 1 a negative answer, 2 wrong usage, 3 the world failed.
    """
