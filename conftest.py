"""Which forms of the tests run? The short ones, or with --long those that take minutes, wherever there are some."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long forms of the tests that have one")
