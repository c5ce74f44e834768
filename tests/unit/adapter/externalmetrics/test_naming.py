"""Names come from RE2 without anchors and from Go's expansion."""

import pytest

from adapter.externalmetrics.rules import RulesError
from tests.unit.adapter.externalmetrics.ruletexts import only_rule


def name_of(series: str, name: str, filters: str | None = None) -> str | None:
    rule = only_rule(seriesQuery="""'{job="a"}'""", name=name, seriesFilters=filters)
    return rule.naming.name_of(series)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("{}", "http_requests_total"),
        ('{matches: ""}', "http_requests_total"),
        ('{as: ""}', "http_requests_total"),
        ("{as: fixed}", "fixed"),
        ('{matches: "^(.*)_total$"}', "http_requests"),
        ('{matches: "_total$"}', "_total"),
        ('{matches: "^(.*)_total$", as: "${1}_per_second"}', "http_requests_per_second"),
        ('{matches: "^(.*)_total$", as: "$1-rate"}', "http_requests-rate"),
        ('{matches: "^(?P<stem>.*)_total$", as: "${stem}"}', "http_requests"),
        ('{matches: "^(http)_(requests)", as: "$2:$1"}', "requests:http"),
        ('{matches: "(x)?_total$", as: "a${1}b"}', "ab"),
        ('{as: "$0"}', "http_requests_total"),
        ('{as: "a$$b$"}', "a$b$"),
        ('{matches: "^nothing"}', None),
        ('{matches: "(x)?_total$", as: "$1"}', None),
    ],
)
def test_a_series_gets_the_name_that_go_would_give_it(name: str, expected: str | None) -> None:
    assert expected == name_of("http_requests_total", name)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ("[{is: requests}]", "http_requests"),
        ("[{is: ^requests}]", None),
        ("[{isNot: _total$}]", "http_requests"),
        ("[{is: http}, {isNot: requests}]", None),
        ("[]", "http_requests"),
    ],
)
def test_every_filter_has_to_pass(filters: str, expected: str | None) -> None:
    assert expected == name_of("http_requests", "{}", filters)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ('{matches: "("}', "not a regular expression (RE2): missing ): ("),
        ('{matches: "(?=a)"}', "not a regular expression (RE2): "),
        ('{matches: "(a)(b)"}', "the expression has 2 groups, so `as` has to say which, for example ${1}"),
        (
            '{matches: "(a)", as: "$1_x"}',
            "$1_x is read as a group called '1_x', which doesn't exist and leaves nothing: ",
        ),
        ('{matches: "(a)", as: "$2"}', "`matches` has no group '2', so nothing would stand in its place; it has 1"),
        ('{as: "<<.Series>>"}', "`as` takes groups such as ${1}, not templates"),
        ("{match: x}", "unknown key 'match'"),
    ],
)
def test_a_name_that_would_come_out_wrong_is_an_error(name: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        name_of("a", name)
    assert message in str(caught.value)


def test_the_trap_of_an_underscore_after_a_group_says_what_to_write() -> None:
    with pytest.raises(RulesError, match=r"write \$\{1\}_per_second$"):
        name_of("a", '{matches: "(a)", as: "$1_per_second"}')


@pytest.mark.parametrize("filters", ["[{}]", "[{is: a, isNot: b}]", "[{has: a}]", "{is: a}", "[{is: '('}]"])
def test_a_filter_is_one_of_is_and_isnot(filters: str) -> None:
    with pytest.raises(RulesError):
        name_of("a", "{}", filters)
