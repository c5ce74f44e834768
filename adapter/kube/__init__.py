"""Kubernetes' own words as values, and the client that carries them."""
