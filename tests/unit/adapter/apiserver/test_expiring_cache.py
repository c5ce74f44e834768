"""Claims about `adapter.apiserver.expiring_cache`."""

from adapter.apiserver.expiring_cache import ExpiringCache
from tests.support.clock import ManualClock


async def test_a_value_is_remembered_until_it_expires() -> None:
    clock = ManualClock()
    cache: ExpiringCache[str] = ExpiringCache(clock=clock, capacity=10)
    cache.put("key", "value", seconds=10)
    await clock.advance(9.9)
    assert cache.get("key") == "value"


async def test_an_expired_value_is_gone() -> None:
    clock = ManualClock()
    cache: ExpiringCache[str] = ExpiringCache(clock=clock, capacity=10)
    cache.put("key", "value", seconds=10)
    await clock.advance(10)
    assert cache.get("key") is None


async def test_an_expired_value_takes_no_room_once_it_was_asked_for() -> None:
    clock = ManualClock()
    cache: ExpiringCache[str] = ExpiringCache(clock=clock, capacity=10)
    cache.put("key", "value", seconds=10)
    await clock.advance(10)
    cache.get("key")
    assert len(cache) == 0


def test_the_value_used_longest_ago_makes_room() -> None:
    cache: ExpiringCache[int] = ExpiringCache(clock=ManualClock(), capacity=2)
    cache.put("a", 1, seconds=10)
    cache.put("b", 2, seconds=10)
    cache.get("a")
    cache.put("c", 3, seconds=10)
    assert {key: cache.get(key) for key in "abc"} == {"a": 1, "b": None, "c": 3}


def test_a_new_value_for_a_key_replaces_the_old() -> None:
    cache: ExpiringCache[int] = ExpiringCache(clock=ManualClock(), capacity=2)
    cache.put("a", 1, seconds=10)
    cache.put("a", 2, seconds=10)
    assert (cache.get("a"), len(cache)) == (2, 1)
