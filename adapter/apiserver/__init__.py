"""The aggregated API server in front of the engine: who may ask, what is there, and what it is worth now.

Reading order: `application` (every path), `admission` (who may ask), `values` (the one that matters), `credentials`
(what TLS and authentication stand on, and how it is renewed).
"""
