"""How does a workload change its autoscaler without a change of its count? Plans as values; pure."""
