"""How does a verb end that can't do its work? With a line per problem on standard error, and the status it deserves."""

import sys
from typing import Final, NoReturn

import click

NEGATIVE: Final = 1
USAGE: Final = 2
WORLD_FAILED: Final = 3


def refuse(text: str, *, status: int) -> NoReturn:
    for line in text.splitlines():
        click.echo(f"error: {line}", err=True)
    sys.exit(status)
