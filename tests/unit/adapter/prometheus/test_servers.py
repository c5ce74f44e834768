"""A server's URL keeps what addresses it and hides what opens it."""

import pytest

from adapter.prometheus.servers import ServerError, parse_server


@pytest.mark.parametrize(
    ("url", "endpoint"),
    [
        ("http://h:9090", "http://h:9090/api/v1/query"),
        ("http://h:9090/", "http://h:9090/api/v1/query"),
        ("https://h/prefix/", "https://h/prefix/api/v1/query"),
        ("http://h/p?dedup=true&dedup=x", "http://h/p/api/v1/query?dedup=true&dedup=x"),
        ("http://[::1]:9090", "http://[::1]:9090/api/v1/query"),
    ],
)
def test_path_and_parameters_stay(url: str, endpoint: str) -> None:
    assert endpoint == str(parse_server(url).endpoint("api/v1/query"))


def test_credentials_go_into_the_header_and_nowhere_else() -> None:
    server = parse_server("http://user:p%40ss@h:9090/x?token=secret#part")
    shown = f"{server.endpoint('q')} {server!r} {server.address}"
    assert (server.authorization, "p@ss" in shown, server.address) == ("Basic dXNlcjpwQHNz", False, "http://h:9090/x")


@pytest.mark.parametrize(
    "url", ["", "h:9090", "ftp://u:secret@h", "http://", "http://u:secret@h:x", "http://u:secret@[::"]
)
def test_what_is_no_url_of_a_server_is_an_error_without_secrets(url: str) -> None:
    with pytest.raises(ServerError) as caught:
        parse_server(url)
    assert "secret" not in str(caught.value)
