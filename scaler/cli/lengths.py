"""How is a length of time given to a verb? As Go writes it; a wrong one ends the verb with one line."""

from datetime import timedelta

from scaler.cli.refusal import USAGE, refuse
from scaler.config import ConfigError, duration


def positive_length(flag: str, text: str) -> timedelta:
    try:
        length = duration(flag, text)
    except ConfigError as error:
        refuse(str(error), status=USAGE)
    if length < timedelta(milliseconds=100):
        refuse(f"{flag} {text}: too short; write 100ms or more", status=USAGE)
    return length
