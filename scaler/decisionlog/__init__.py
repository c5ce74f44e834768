"""Every decision as one record, from which it can be recomputed."""
