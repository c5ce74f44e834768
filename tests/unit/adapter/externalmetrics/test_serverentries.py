"""A server is described whole, its secrets are never shown, and mistakes are named with their line."""

from pathlib import Path

import pytest

from adapter.externalmetrics.problems import RulesError
from adapter.externalmetrics.rules import load_rules
from adapter.externalmetrics.serverentries import servers_of
from adapter.prometheus.servers import BasicFile, Header, Method, PrometheusServer, TlsFiles, parse_server

FLAG = parse_server("http://user:hidden@flag:9090/?a=b")


def servers(text: str) -> dict[str, PrometheusServer]:
    rules = load_rules(f"servers:\n{text}", source="f")
    return {server.name: server for server in servers_of(rules.servers, FLAG)}


def test_without_servers_there_is_the_one_of_the_command_line() -> None:
    assert servers_of((), FLAG) == (FLAG,)


def test_everything_that_can_be_said_of_a_server_is_read() -> None:
    text = """
- name: mimir
  url: https://mimir:8443/prometheus?max_source_resolution=auto
  headers: {X-Scope-OrgID: "team-<<.Namespace>>", X-Fixed: a}
  bearerTokenFile: /secrets/token
  tls: {caFile: /ca, certFile: /crt, keyFile: /key, serverName: m.example}
  method: GET
  concurrency: 4
"""
    found = servers(text)
    assert ("team-x", found["prometheus"]) == (found["mimir"].headers[0].value("x"), FLAG)
    assert found["mimir"] == PrometheusServer(
        name="mimir",
        base=parse_server("https://mimir:8443/prometheus?max_source_resolution=auto").base,
        bearer_token_file=Path("/secrets/token"),
        headers=(Header(name="X-Scope-OrgID", pieces=("team-", "")), Header(name="X-Fixed", pieces=("a",))),
        tls=TlsFiles(ca=Path("/ca"), certificate=Path("/crt"), key=Path("/key"), server_name="m.example"),
        method=Method.GET,
        concurrency=4,
    )


def test_a_password_may_stand_in_a_file_or_in_the_rules() -> None:
    base = "- {name: a, url: 'http://h:1', basic: {username: u, "
    in_file = servers(base + "passwordFile: /p}}")["a"]
    inline = servers(base + "password: 'p@ss'}}")["a"]
    expected = (BasicFile(username="u", password_file=Path("/p")), "Basic dTpwQHNz")
    assert expected == (in_file.basic, inline.authorization)


def test_an_entry_named_as_the_default_server_adds_to_what_the_command_line_says() -> None:
    found = servers("- {name: prometheus, headers: {X-A: b}}")["prometheus"]
    assert (FLAG.base, FLAG.authorization, (Header(name="X-A", pieces=("b",)),)) == (
        found.base,
        found.authorization,
        found.headers,
    )


def test_other_credentials_of_that_entry_take_the_place_of_those_in_the_url() -> None:
    found = servers("- {name: prometheus, bearerTokenFile: /t}")["prometheus"]
    assert (None, Path("/t")) == (found.authorization, found.bearer_token_file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {url: 'http://h:1'}", "f:2: a server has a name"),
        ("- {name: a}", "f:2: server 'a' has no url"),
        ("- {name: prometheus, url: 'http://h:1'}", "f:2: 'prometheus' is the server of --prometheus: leave url out"),
        ("- {name: a, url: 'h'}", "f:2: url: not the URL of a Prometheus server"),
        ("- {name: a, address: h}", "f:2: unknown key 'address': the key is called url"),
        (
            "- {name: a, url: 'http://h:1', bearerToken: secret}",
            "f:2: unknown key 'bearerToken': a token is read from a f",
        ),
        ("- {name: a, url: 'http://h:1', tls: {certFile: /c}}", "f:2: certFile and keyFile go together"),
        ("- {name: a, url: 'http://h:1', basic: {username: u}}", "f:2: basic has username and one of passwordFile and"),
        ("- {name: a, url: 'http://u:secret@h:1', bearerTokenFile: /t}", "f:2: a server takes one kind of credentials"),
        ("- {name: a, url: 'http://h:1', method: PUT}", "f:2: method is GET or POST, not 'PUT'"),
        ("- {name: a, url: 'http://h:1', concurrency: 0}", "f:2: concurrency is a number from 1 to 256, not '0'"),
        ("- {name: a, url: 'http://h:1', headers: {authorization: secret}}", "f:2: header authorization is set by the"),
        ("- {name: a, url: 'http://h:1', headers: {'X Y': b}}", "f:2: header X Y: not the name or the value"),
        ("- {name: a, url: 'http://h:1', headers: {X: \"a\\nsecret\"}}", "f:2: header X: not the name or the value"),
        ("- {name: a, url: 'http://h:1', headers: {X: '<<.Series>>'}}", "f:2: header X: <<.Series>> is not understood"),
        (
            "- {name: a, url: 'http://h:1', headers: {X: '<<if .Namespace>>a<<end>>'}}",
            "f:2: header X: write text and <<.Namespace>>, without conditions",
        ),
        (
            "- {name: a, url: 'http://h:1'}\n- {name: a, url: 'http://h:2'}",
            "f:3: server 'a' is described at f:2 already",
        ),
    ],
)
def test_a_mistake_is_named_with_its_line_and_without_secrets(text: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        servers(text)
    assert (True, False) == (str(caught.value).startswith(message), "secret" in str(caught.value)), str(caught.value)


def test_no_secret_is_shown_with_a_server() -> None:
    text = "- {name: a, url: 'http://u:secret@h:1/?t=1', headers: {X: secret}}"
    rules = load_rules(f"servers:\n{text}", source="f")
    assert "secret" not in repr(rules)


def test_names_cannot_be_listed_where_headers_depend_on_the_namespace() -> None:
    text = """
servers: [{name: a, url: 'http://h:1', headers: {X: <<.Namespace>>}}]
externalRules:
- {server: a, seriesQuery: '{x="y"}', metricsQuery: 'sum(<<.Series>>)', resources: {namespaced: false}}
"""
    with pytest.raises(RulesError, match="f:4: the headers of server 'a' depend on the namespace"):
        load_rules(text, source="f")
