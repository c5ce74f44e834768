"""Who are we, among candidates? A name that no other process has, not even our own next start."""

from random import Random
from uuid import UUID


def holder_identity(host_name: str, random: Random) -> str:
    """`host_name`, for people, and a random part, for safety. `random` must be seeded by the operating system."""
    return f"{host_name}_{UUID(int=random.getrandbits(128), version=4)}"
