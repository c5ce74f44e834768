"""Which Prometheus servers do the rules speak of? The items of `servers`, read strictly."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from yarl import URL

from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.rule import DEFAULT_SERVER
from adapter.externalmetrics.templates import Field, TemplateError, Vocabulary, parse_template
from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.prometheus.servers import (
    BasicFile,
    Header,
    Method,
    PrometheusServer,
    ServerError,
    TlsFiles,
    basic_authorization,
    parse_server,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """A server as an item of `servers` describes it. The default server's has no URL: it adds to that of the flag."""

    place: Place
    server: PrometheusServer

    @property
    def name(self) -> str:
        return self.server.name


def servers_of(entries: tuple[ServerEntry, ...], default: PrometheusServer) -> tuple[PrometheusServer, ...]:
    """Every server there is: `default`, with what an entry of its name adds, and the others."""
    described = {entry.name: entry.server for entry in entries}
    added = described.pop(default.name, None)
    if added is not None:
        authorization = added.authorization if added.has_credentials else default.authorization
        default = replace(added, base=default.base, authorization=authorization)
    return (default, *described.values())


def read_server(entry: YamlValue) -> ServerEntry:
    """The server that the item describes. Raises RulesError, which never holds a secret."""
    fields = entry.fields(_KEYS, hints=_HINTS)
    if "name" not in fields or not fields["name"].text():
        entry.fail("a server has a name, by which rules choose it: write name: NAME")
    name = fields["name"].text()
    authorization = _authorization(fields)
    server = replace(
        _located(entry, name, fields),
        headers=_headers(fields["headers"]) if "headers" in fields else (),
        bearer_token_file=Path(fields["bearerTokenFile"].text()) if "bearerTokenFile" in fields else None,
        tls=_tls(fields["tls"]) if "tls" in fields else TlsFiles(),
        method=_method(fields["method"]) if "method" in fields else Method.POST,
        concurrency=_concurrency(fields["concurrency"]) if "concurrency" in fields else None,
    )
    if isinstance(authorization, BasicFile):
        server = replace(server, basic=authorization)
    elif authorization is not None:
        server = replace(server, authorization=authorization)
    if sum((server.authorization is not None, server.basic is not None, server.bearer_token_file is not None)) > 1:
        entry.fail("a server takes one kind of credentials: basic, bearerTokenFile or user:password@ in the URL")
    return ServerEntry(place=entry.place, server=server)


def _located(entry: YamlValue, name: str, fields: Mapping[str, YamlValue]) -> PrometheusServer:
    if name == DEFAULT_SERVER:
        if "url" in fields:
            fields["url"].fail(f"{name!r} is the server of --prometheus: leave url out here, or choose another name")
        return PrometheusServer(name=name, base=URL())
    if "url" not in fields:
        entry.fail(f"server {name!r} has no url")
    try:
        return parse_server(fields["url"].text(), name=name)
    except ServerError as error:
        fields["url"].fail(f"url: {error}")


def _headers(value: YamlValue) -> tuple[Header, ...]:
    headers = []
    for name, text in value.entries().items():
        if name.lower() in _OUR_HEADERS:
            text.fail(f"header {name} is set by the adapter itself{_OUR_HEADERS[name.lower()]}")
        try:
            template = parse_template(text.text(), Vocabulary(fields=(Field.NAMESPACE,)))
        except TemplateError as error:
            text.fail(f"header {name}: {error}")
        if any(not isinstance(part, str) and not _is_namespace_field(part) for part in template.parts):
            text.fail(f"header {name}: write text and <<.Namespace>>, without conditions")
        pieces = "".join(part if isinstance(part, str) else "\0" for part in template.parts).split("\0")
        header = Header(name=name, pieces=tuple(pieces))
        if not header.is_valid:
            text.fail(f"header {name}: not the name or the value of an HTTP header")
        headers.append(header)
    return tuple(headers)


def _is_namespace_field(part: object) -> bool:
    return getattr(part, "expression", None) is Field.NAMESPACE


def _authorization(fields: Mapping[str, YamlValue]) -> BasicFile | str | None:
    if "basic" not in fields:
        return None
    basic = fields["basic"].fields(("username", "password", "passwordFile"))
    if "username" not in basic or ("password" in basic) == ("passwordFile" in basic):
        fields["basic"].fail("basic has username and one of passwordFile and password")
    username = basic["username"].text()
    if "passwordFile" in basic:
        return BasicFile(username=username, password_file=Path(basic["passwordFile"].text()))
    return basic_authorization(username, basic["password"].text())


def _tls(value: YamlValue) -> TlsFiles:
    fields = value.fields(("caFile", "certFile", "keyFile", "serverName"))
    if ("certFile" in fields) != ("keyFile" in fields):
        value.fail("certFile and keyFile go together: give both, or neither")
    paths = {key: Path(fields[key].text()) for key in ("caFile", "certFile", "keyFile") if key in fields}
    return TlsFiles(
        ca=paths.get("caFile"),
        certificate=paths.get("certFile"),
        key=paths.get("keyFile"),
        server_name=fields["serverName"].text() if "serverName" in fields else None,
    )


def _method(value: YamlValue) -> Method:
    try:
        return Method(value.text())
    except ValueError:
        value.fail(f"method is GET or POST, not {value.text()!r}")


def _concurrency(value: YamlValue) -> int:
    text = value.text()
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_AT_A_TIME:
        value.fail(f"concurrency is a number from 1 to {_MOST_AT_A_TIME}, not {text!r}")
    return int(text)


_MOST_AT_A_TIME = 256
_KEYS = frozenset({"name", "url", "headers", "basic", "bearerTokenFile", "tls", "method", "concurrency"})
_HINTS = {
    "address": "the key is called url",
    "insecureSkipVerify": "a certificate is always checked: give its authority by tls.caFile",
    "caFile": "caFile belongs under tls",
    "certFile": "certFile belongs under tls",
    "keyFile": "keyFile belongs under tls",
    "bearerToken": "a token is read from a file, so that it can be renewed: bearerTokenFile",
}
_OUR_HEADERS = {
    "authorization": ": use basic or bearerTokenFile",
    "host": "",
    "accept": "",
    "accept-encoding": "",
    "content-type": "",
    "content-length": "",
    "transfer-encoding": "",
    "connection": "",
}
