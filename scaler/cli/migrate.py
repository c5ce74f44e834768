"""How does one move in and out? The verb group `migrate`."""

import click

from scaler.cli.migrate_from_hpa import from_hpa
from scaler.cli.migrate_from_keda import from_keda
from scaler.cli.migrate_to_hpa import to_hpa
from scaler.cli.migrate_upgrade_check import upgrade_check


@click.group(
    epilog="Example: lagzero migrate from-hpa worker -n jobs --dry-run client",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
def migrate() -> None:
    """Hand workloads over from HorizontalPodAutoscalers and ScaledObjects, and back; no count changes on the way.

    Each can be interrupted at any moment and run again: it goes on where it was.
    """


migrate.add_command(from_hpa)
migrate.add_command(to_hpa)
migrate.add_command(from_keda)
migrate.add_command(upgrade_check)
