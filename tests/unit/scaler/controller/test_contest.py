"""Claims about `scaler.controller.contest`: what counts as an answer to a write of ours, as a fight, and as its end."""

import pytest

from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Rescale, Withheld
from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.controller.contest import NO_CONTEST, Contest, Sight, acted, looked, resumed
from tests.support.builders import HUMAN, OURS, after
from tests.support.metric_builders import NOW

RIVAL = ReplicasWriter(kind=WriterKind.OTHER, manager="argocd-controller", through="scale")


def wrote(contest: Contest, count: int, seconds: float) -> Contest:
    return acted(contest, Accepted(rescale=Rescale(current=1, desired=count, reason="")), after(seconds))


def found(contest: Contest, count: int, seconds: float, writer: ReplicasWriter = RIVAL) -> Contest:
    return looked(contest, Sight(count=count, writer=writer), after(seconds))


def fought(*, apart: float = 60) -> Contest:
    """Answered twice; the second answer is at `apart` + 15 s."""
    once = found(wrote(NO_CONTEST, 3, 0), 5, 15)
    return found(wrote(once, 3, apart), 5, apart + 15)


def test_one_answer_is_no_fight() -> None:
    assert not found(wrote(NO_CONTEST, 3, 0), 5, 15).is_fight


def test_two_answers_are_one() -> None:
    assert fought().is_fight


def test_it_began_with_the_first_answer() -> None:
    assert after(15) == fought().since


def test_what_was_written_and_what_was_found_is_remembered() -> None:
    last = fought().overrulings[-1]
    assert (3, 5, RIVAL) == (last.ours, last.found.count, last.found.writer)


def test_a_count_that_stays_answered_is_no_second_answer() -> None:
    once = found(wrote(NO_CONTEST, 3, 0), 5, 15)
    assert once == found(once, 6, 30)


@pytest.mark.parametrize("manager", ["kubectl", ""])
def test_a_human_who_scales_once_fights_nobody(manager: str) -> None:
    writer = ReplicasWriter(kind=WriterKind.OTHER, manager=manager)
    overruled = wrote(found(wrote(NO_CONTEST, 3, 0), 7, 15, writer), 3, 16)
    assert not found(overruled, 3, 400, OURS).is_fight


@pytest.mark.parametrize(("uid", "expected"), [("one", 1), ("another", 0)])
def test_a_workload_that_was_made_anew_answers_nothing(uid: str, expected: int) -> None:
    first = looked(NO_CONTEST, Sight(count=1, writer=HUMAN, uid="one"), NOW)
    again = looked(wrote(first, 3, 0), Sight(count=5, writer=HUMAN, uid=uid), after(15))
    assert expected == len(again.overrulings)


def test_somebody_elses_zero_is_no_answer() -> None:
    once = found(wrote(NO_CONTEST, 3, 0), 5, 15)
    assert not found(wrote(once, 3, 60), 0, 75, HUMAN).is_fight


@pytest.mark.parametrize(("seconds", "expected"), [(300, 1), (301, 0)])
def test_an_answer_comes_soon(seconds: float, expected: int) -> None:
    assert expected == len(found(wrote(NO_CONTEST, 3, 0), 5, seconds).overrulings)


@pytest.mark.parametrize(("apart", "expected"), [(600, True), (601, False)])
def test_two_answers_far_apart_are_no_fight(apart: float, expected: bool) -> None:
    assert expected is fought(apart=apart).is_fight


@pytest.mark.parametrize(("seconds", "expected"), [(374, True), (375, False)])
def test_it_is_over_when_nobody_answered_for_a_while(seconds: float, expected: bool) -> None:
    """The second answer was at 75 s."""
    assert expected is found(fought(), 5, seconds).is_fight


def test_each_answer_keeps_it_alive() -> None:
    third = found(wrote(fought(), 3, 200), 5, 210)
    assert (after(15), True) == (third.since, found(third, 5, 400).is_fight)


def test_after_it_is_over_one_answer_is_no_fight_again() -> None:
    over = found(fought(), 5, 400)
    assert not found(wrote(over, 3, 410), 5, 425).is_fight


@pytest.mark.parametrize(("seconds", "expected"), [(59, False), (60, True)])
def test_while_it_lasts_there_is_a_minute_between_writes(seconds: float, expected: bool) -> None:
    contest = wrote(fought(), 3, 200)
    assert expected is contest.may_write(after(200 + seconds))


def test_without_a_fight_nothing_waits() -> None:
    assert wrote(NO_CONTEST, 3, 0).may_write(after(0))


def test_a_clock_that_was_set_back_stops_no_write() -> None:
    assert wrote(fought(), 3, 200).may_write(after(100))


def test_a_clock_that_was_set_back_ends_the_fight_rather_than_keep_it_for_ever() -> None:
    assert not found(fought(), 5, -4000).is_fight


def test_a_write_of_ours_whose_answer_was_lost_is_no_answer() -> None:
    tried = acted(wrote(NO_CONTEST, 3, 0), Rejected(rescale=Rescale(current=3, desired=4, reason=""), message=""), NOW)
    assert () == found(tried, 4, 15, OURS).overrulings


def test_what_another_scaler_writes_in_our_name_is_an_answer() -> None:
    assert 1 == len(found(wrote(NO_CONTEST, 3, 0), 4, 15, OURS).overrulings)


@pytest.mark.parametrize("outcome", [NotNeeded(), Withheld(), Withheld(because="it waits")])
def test_what_was_not_written_is_not_remembered(outcome: Outcome) -> None:
    assert NO_CONTEST == acted(NO_CONTEST, outcome, NOW)


def test_one_that_a_start_finds_on_record_goes_on() -> None:
    contest = resumed(after(-500), after(-30), NOW)
    assert (True, False) == (contest.is_fight, contest.may_write(NOW))


def test_one_that_a_start_finds_on_record_ends_like_any_other() -> None:
    contest = resumed(after(-500), None, NOW)
    assert (True, False) == (found(contest, 5, 299).is_fight, found(contest, 5, 300).is_fight)
