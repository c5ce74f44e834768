"""The demo: a queue worker scales 0 -> N -> 0, driven by a real Prometheus through the programs as a user starts them.

Black box: it knows nothing of the programs but their command line, and of the cluster but its API.
"""
