"""What people are told about an election."""

from collections.abc import Callable

import structlog

from scaler.leadership.journal import Journal


def told(story: Callable[[Journal], None]) -> list[tuple[str, object]]:
    with structlog.testing.capture_logs() as lines:
        story(Journal("us"))
    return [(line["event"], line.get("holder", line.get("reason"))) for line in lines]


def test_each_holder_is_named_once() -> None:
    def story(journal: Journal) -> None:
        for holder in ("a", "a", "b", "b", ""):
            journal.holder_is(holder)

    assert [("lease holder changed", holder) for holder in ("a", "b", "")] == told(story)


def test_our_own_lead_begins_and_ends_with_a_line() -> None:
    def story(journal: Journal) -> None:
        for leading in (False, True, True, False, False):
            journal.leading_is(leading=leading)

    assert [("started leading", None), ("stopped leading", None)] == told(story)


def test_trouble_is_told_once_until_it_is_over_or_another() -> None:
    def story(journal: Journal) -> None:
        for message in ("", "refused", "refused", "late", "", "late"):
            journal.trouble_is(message)

    assert [("lease not available", reason) for reason in ("refused", "late", "late")] == told(story)
