"""The window of a value is the one range of its query."""

import pytest

from adapter.externalmetrics.windows import window_of


@pytest.mark.parametrize(
    ("promql", "window"),
    [
        ("sum(lag)", None),
        ("sum(rate(lag[5m]))", 300),
        ("rate(lag[1h30m])", 5400),
        ("rate(a[2m]) / rate(b[ 2m ])", 120),
        ("rate(a[2m]) / rate(b[5m])", None),
        ("rate(a[500ms])", None),
        ("max_over_time(lag[1h:1m])", 3600),
        ('lag{x="[5m]"}', None),
        ("lag{x='[5m]'} # [5m]", None),
        ("lag{x=~`[5m]`}", None),
    ],
)
def test_a_query_looks_back_over_one_range_or_there_is_no_window(promql: str, window: int | None) -> None:
    assert window == window_of(promql)
