"""What do the rules answer right now? Each is run once, by the queries that the adapter would send."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from adapter.externalmetrics.catalog import Listing, catalog_of, listings_of
from adapter.externalmetrics.rule import DEFAULT_SERVER
from adapter.externalmetrics.rules import RuleSet
from adapter.externalmetrics.serverentries import servers_of
from adapter.process.clock import Clock
from adapter.prometheus.client import ClientLimits
from adapter.prometheus.errors import PrometheusError
from adapter.prometheus.fleet import Fleet
from adapter.prometheus.servers import PrometheusServer
from scaler.cli.check_metric import Failed, LiveRead, NoNames, read_metric

_LISTED_WINDOW = timedelta(hours=1)
_LISTING_SECONDS = 10.0


async def live_reads(rules: RuleSet, server: PrometheusServer, clock: Clock, *, namespace: str) -> tuple[LiveRead, ...]:
    """Every metric of the rules in that namespace, without a selector; rules that name no known server are left out."""
    servers = servers_of(rules.servers, server)
    names = {one.name for one in servers} | {DEFAULT_SERVER}
    known = replace(rules, rules=tuple(rule for rule in rules.rules if rule.server in names))
    async with asyncio.TaskGroup() as tasks:
        fleet = Fleet(servers, clock, limits=ClientLimits(), tasks=tasks)
        try:
            listed = {listing: await _names(fleet, listing, clock) for listing in listings_of(known)}
            found = {listing: names for listing, names in listed.items() if not isinstance(names, Failed)}
            reads = [
                await read_metric(fleet.client(served.rule.server), metric, served, namespace)
                for metric, served in catalog_of(known, found).metrics.items()
            ]
        finally:
            await fleet.close()
    return tuple(sorted((*reads, *_unlisted(known, listed)), key=lambda read: (read.rule.place, read.metric)))


async def _names(fleet: Fleet, listing: Listing, clock: Clock) -> tuple[str, ...] | Failed:
    since, query = clock.now() - _LISTED_WINDOW, listing.series_query
    try:
        client = fleet.client(listing.server)
        return await client.label_values("__name__", match=query, since=since, timeout_seconds=_LISTING_SECONDS)
    except PrometheusError as error:
        return Failed.of(error)


def _unlisted(rules: RuleSet, listed: Mapping[Listing, Sequence[str] | Failed]) -> Sequence[LiveRead]:
    """The rules whose names could not be listed, or that found none."""
    reads = []
    for rule in rules.rules:
        query = rule.series_query
        names = listed.get(Listing(server=rule.server, series_query=query.text)) if query.name is None else "one"
        if isinstance(names, Failed):
            reads.append(LiveRead(rule=rule, metric="", promql=query.text, outcome=names))
        elif not names:
            reads.append(LiveRead(rule=rule, metric="", promql=query.text, outcome=NoNames()))
    return reads
