"""Programs that are fetched or built are kept where the user wants caches."""

from pathlib import Path

import pytest

from e2e.cache import cache_folder


def test_the_cache_is_where_the_user_wants_caches() -> None:
    assert Path("/elsewhere/lagzero") == cache_folder({"XDG_CACHE_HOME": "/elsewhere"})


@pytest.mark.parametrize("environ", [{}, {"XDG_CACHE_HOME": ""}, {"XDG_CACHE_HOME": "relative"}])
def test_without_a_usable_wish_it_is_in_the_home_folder(environ: dict[str, str]) -> None:
    assert Path.home() / ".cache" / "lagzero" == cache_folder(environ)
