"""What every program needs from its host: time, a log, an orderly life, and a place to listen.

Nothing here knows about Kubernetes, metrics or scaling. Read `lifecycle` first.
"""
