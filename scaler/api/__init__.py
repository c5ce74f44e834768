"""autoscaling/v2 as values: types and conditions (pure), decode, defaults, validation, encode."""
