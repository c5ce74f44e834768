"""How is a length of time given to a verb? As Go writes it; a wrong one ends the verb with one line."""

from datetime import timedelta

from scaler.cli.refusal import USAGE, refuse
from scaler.lengths import ConfigError, duration, positive


def positive_length(flag: str, text: str) -> timedelta:
    try:
        return positive(flag, text)
    except ConfigError as error:
        refuse(str(error), status=USAGE)


def length_of(flag: str, text: str) -> timedelta:
    """Which may be none at all."""
    try:
        return duration(flag, text)
    except ConfigError as error:
        refuse(str(error), status=USAGE)
