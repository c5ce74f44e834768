import io

from e2e.demo.cluster import Condition
from e2e.demo.screen import PlainScreen, Row, begins_row, open_screen
from e2e.demo.witness import Sight

_AWAKE = Sight(waiting=200, visible=200, spec_replicas=7, ready_replicas=7, state="Active")


def _row(seconds: float, sight: Sight = _AWAKE) -> Row:
    return Row(elapsed_seconds=seconds, sight=sight)


def test_what_is_not_seen_yet_is_a_dash() -> None:
    assert ("1.0 s", "-", "-", "-", "0", "-", "-") == _row(1.0, Sight()).cells()


def test_a_condition_is_shown_with_its_reason() -> None:
    paused = Sight(conditions={"ScalingActive": Condition("ScalingActive", "False", "ScalingDisabled")})
    assert "False/ScalingDisabled" == _row(1.0, paused).cells()[-1]


def test_the_first_sight_begins_a_row() -> None:
    assert begins_row(_row(0.0), None)


def test_a_change_of_the_workload_begins_a_row_at_once() -> None:
    assert begins_row(_row(10.1, Sight(waiting=200, visible=200, spec_replicas=0, state="Paused")), _row(10.0))


def test_a_queue_that_merely_drains_begins_a_row_only_now_and_then() -> None:
    drained = Sight(waiting=150, visible=180, spec_replicas=7, ready_replicas=7, state="Active")
    assert [False, True] == [begins_row(_row(at, drained), _row(10.0)) for at in (11.9, 12.0)]


def test_nothing_new_begins_no_row_however_long_it_lasts() -> None:
    assert not begins_row(_row(100.0), _row(10.0))


def test_where_there_is_no_terminal_lines_are_printed() -> None:
    out = io.StringIO()
    with open_screen(out, lambda: 12.34) as screen:
        screen.head("Idle")
        screen.show(_AWAKE)
        screen.verdict("came true", good=True)
        screen.evidence(["7 replicas"])
    assert [
        "",
        "== Idle",
        "   12.3 s  tasks 200  in Prometheus 200  spec.replicas 7  ready 7  state Active  ScalingActive -",
        "[ok] came true",
        "  7 replicas",
    ] == out.getvalue().splitlines()


def test_plain_lines_hold_no_escape_sequences_and_no_markup_is_read_into_them() -> None:
    out = io.StringIO()
    PlainScreen(out, lambda: 0.0).say("[bold]not markup[/bold]")
    assert "[bold]not markup[/bold]\n" == out.getvalue()
