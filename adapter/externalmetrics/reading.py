"""Where does a plan's answer come from? From the cache, from a question on its way, or from a server."""

from collections.abc import Callable

from adapter.externalmetrics.answers import Answer, Found, outcome_of
from adapter.externalmetrics.cache import AnswerCache
from adapter.externalmetrics.grouping import Grouping
from adapter.externalmetrics.keeping import Keeping
from adapter.externalmetrics.plans import Plan
from adapter.externalmetrics.serverentries import ServerEntry, servers_of
from adapter.process.clock import Clock
from adapter.prometheus.fleet import Fleet
from adapter.prometheus.observer import CacheUse, EngineObserver
from adapter.prometheus.servers import PrometheusServer


class Reading:
    """The cache, and behind it the grouping of queries and the servers.

    `new_grouping` makes a grouping that knows nothing yet; it is given whom to tell the answers nobody waited for.
    """

    def __init__(
        self,
        *,
        fleet: Fleet,
        default: PrometheusServer,
        cache: AnswerCache,
        new_grouping: Callable[[Keeping], Grouping],
        observer: EngineObserver,
        clock: Clock,
    ) -> None:
        self._fleet = fleet
        self._default = default
        self._cache = cache
        self._new_grouping = new_grouping
        self._observer = observer
        self._clock = clock
        self._grouping = new_grouping(self._keeping())

    def server(self, name: str) -> PrometheusServer:
        """The description of a server that rules name."""
        return self._fleet.client(name).server

    def kept(self, plan: Plan, max_age_seconds: float) -> Answer | None:
        """The answer that is young enough, if there is one."""
        kept = self._cache.kept(plan.key, max_age_seconds=max_age_seconds)
        if kept is not None:
            self._observer.cache_used(plan.metric, CacheUse.HIT)
        return kept

    def found(self, plan: Plan) -> Found | None:
        """The values that are young enough for the rule, if there are any; a kept failure is no values."""
        kept = self._cache.kept(plan.key, max_age_seconds=plan.rule.cache_seconds)
        if not isinstance(kept, Found):
            return None
        self._observer.cache_used(plan.metric, CacheUse.HIT)
        return kept

    async def answer(self, plan: Plan, max_age_seconds: float) -> Answer:
        """An answer that is young enough; reads of one plan share the question that is on its way."""
        use = CacheUse.SHARED if self._cache.is_asking(plan.key) else CacheUse.MISS
        self._observer.cache_used(plan.metric, use)
        began = self._clock.monotonic()
        answer = await self._cache.answer(
            plan.key, lambda: self._grouping.ask(plan, max_age_seconds), max_age_seconds=max_age_seconds
        )
        self._observer.waited(plan.metric, outcome_of(answer), self._clock.monotonic() - began)
        return answer

    def expect(self, plan: Plan, max_age_seconds: float) -> None:
        """Have the plan asked for along with others, before its first read."""
        self._grouping.expect(plan, max_age_seconds)

    def renew(self, plan: Plan) -> None:
        """Answer the plan's next read by a query that has not been sent yet."""
        self._cache.forget(plan.key)
        self._grouping.renew(plan)

    def start_anew(self, servers: tuple[ServerEntry, ...]) -> None:
        """Forget everything, and ask these servers from now on; questions on their way end as they began."""
        self._fleet.replace(servers_of(servers, self._default))
        self._cache.clear()
        self._grouping = self._new_grouping(self._keeping())

    def close(self) -> None:
        """Give up the questions on their way."""
        self._cache.close()
        self._grouping.close()

    def _keeping(self) -> Keeping:
        return Keeping(cache=self._cache, generation=self._cache.generation)
