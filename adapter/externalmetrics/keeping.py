"""Where do answers go that nobody waited for? Into the cache, as long as it remembers what they belong to."""

from collections.abc import Collection
from dataclasses import dataclass

from adapter.externalmetrics.answers import Answer
from adapter.externalmetrics.batches import Key
from adapter.externalmetrics.cache import AnswerCache, Entry, Source
from adapter.externalmetrics.plans import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Takes in answers until everything is forgotten: those of the rules before are none of the new ones."""

    cache: AnswerCache
    generation: int

    def one(self, plan: Plan, answer: Answer, asked_at: float) -> None:
        """The answer to one read, asked for at that moment."""
        if not self.cache.is_asking(plan.key):
            self.cache.keep(plan.key, answer, asked_at=asked_at, generation=self.generation)

    def entry(self, key: Key) -> Entry | None:
        """What is kept for a read, however old."""
        return self.cache.entry(key)

    def all_of(self, keys: Collection[Key], source: Source, items: int, asked_at: float) -> None:
        """Those to many reads, with so many items together."""
        each = items / max(len(keys), 1)
        self.cache.keep_all(keys, source, items=each, asked_at=asked_at, generation=self.generation)
