"""How does an explanation look? As plain text for people, or as one JSON object for programs."""

from typing import Final

import msgspec

from adapter.kube.meta import format_time
from scaler.narration.account import Explanation, NextChange

_TITLE_WIDTH: Final = 16


def explanation_text(told: Explanation) -> str:
    """Several lines, without a final newline; a title in the first column, its lines in the second."""
    lines = [f"{told.autoscaler} at {format_time(told.at)}: {told.headline}", ""]
    if told.state:
        lines += _block("state", (told.state,))
    for step in told.steps:
        lines += _block(step.title, step.lines)
    if told.state or told.steps:
        lines.append("")
    lines += [*_block("why not fewer", (told.why_not_fewer,)), *_block("why not more", (told.why_not_more,))]
    lines += _block("next change", (_change(told.next_change),))
    return "\n".join(lines)


def explanation_json(told: Explanation) -> str:
    """The same in one line; a ratio that is no number is null."""
    change = told.next_change
    document = {
        "autoscaler": told.autoscaler,
        "time": format_time(told.at),
        "headline": told.headline,
        "state": told.state,
        "current": told.current,
        "desired": told.desired,
        "metrics": told.metrics,
        "steps": told.steps,
        "whyNotFewer": told.why_not_fewer,
        "whyNotMore": told.why_not_more,
        "nextChange": {
            "text": change.text,
            "time": None if change.at is None else format_time(change.at),
            "replicas": change.replicas,
        },
    }
    return msgspec.json.encode(document).decode()


def _block(title: str, lines: tuple[str, ...]) -> list[str]:
    return [f"{title if number == 0 else '':<{_TITLE_WIDTH}}{line}" for number, line in enumerate(lines)]


def _change(change: NextChange) -> str:
    return change.text if change.at is None else f"{format_time(change.at)}: {change.text}"
