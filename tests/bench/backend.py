"""A stand-in for Prometheus that answers every instant query at once or after a while, in a process of its own.

python -m tests.bench.backend [SECONDS] prints its URL; it takes so long for each query. It counts the queries it was
sent and tells them at /queries. A query that selects one `name` gets one sample; a grouped one (`name=~"a|b|..."`) gets
one for each of its names; one of a series whose name begins with `silent_` gets no answer.
"""

import asyncio
import re
import sys
import time
from typing import Final

from aiohttp import web

_ONE: Final = re.compile(r'name="([^"]*)"')
_SEVERAL: Final = re.compile(r'name=~"([^"]*)"')
_BY: Final = re.compile(r"by ?\(([^)]*)\)")


class Backend:
    """Every series has the value that was last set, for it or for all, 30 at the start."""

    def __init__(self, delay_seconds: float) -> None:
        self.queries = 0
        self.delay_seconds = delay_seconds
        self.value = "30"
        self.values: dict[str, str] = {}

    async def query(self, request: web.Request) -> web.Response:
        self.queries += 1
        promql = str((await request.post()).get("query", ""))
        if "silent_" in promql:
            await asyncio.Event().wait()
        if self.delay_seconds:
            await asyncio.sleep(self.delay_seconds)
        now = time.time()  # noqa: TID251 -- the sample's time is the answer's content
        several = _SEVERAL.search(promql)
        names = several.group(1).replace("\\\\", "").split("|") if several else _ONE.findall(promql)[:1] or ["all"]
        by = _BY.search(promql)
        namespace = '"namespace":"default",' if by and "namespace" in by.group(1) else ""
        samples = ",".join(
            f'{{"metric":{{{namespace}"name":"{name}"}},"value":[{now},"{self.values.get(name, self.value)}"]}}'
            for name in names
        )
        body = f'{{"status":"success","data":{{"resultType":"vector","result":[{samples}]}}}}'
        return web.Response(text=body, content_type="application/json")

    async def count(self, _request: web.Request) -> web.Response:
        return web.json_response({"queries": self.queries})

    async def set(self, request: web.Request) -> web.Response:
        self.value = request.match_info["value"]
        return web.Response(text="ok")

    async def set_one(self, request: web.Request) -> web.Response:
        self.values[request.match_info["name"]] = request.match_info["value"]
        return web.Response(text="ok")


def main() -> None:
    backend = Backend(delay_seconds=float(sys.argv[1]) if len(sys.argv) > 1 else 0.0)
    app = web.Application()
    app.add_routes(
        [
            web.post("/api/v1/query", backend.query),
            web.get("/queries", backend.count),
            web.put("/value/{value}", backend.set),
            web.put("/values/{name}/{value}", backend.set_one),
        ]
    )
    web.run_app(app, host="127.0.0.1", port=0, print=lambda text: print(text.split()[3], flush=True))


if __name__ == "__main__":
    main()
