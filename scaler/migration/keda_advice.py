"""What is to be done about a trigger without a counterpart? Mostly: bring its number into Prometheus, as a rule's."""

from typing import Final

_EXPORTED: Final = {
    "kafka": "kafka_consumergroup_lag of kafka_exporter",
    "apache-kafka": "kafka_consumergroup_lag of kafka_exporter",
    "rabbitmq": "rabbitmq_queue_messages_ready of the broker's own plugin rabbitmq_prometheus, at /metrics/per-object",
    "redis": "the length of the list, as redis_exporter has it with --check-single-keys",
    "redis-streams": "redis_stream_group_messages_pending of redis_exporter with --check-single-streams",
    "nats-jetstream": "jetstream_consumer_num_pending of prometheus-nats-exporter",
    "aws-sqs-queue": "aws_sqs_approximate_number_of_messages_visible_average of a CloudWatch exporter",
    "postgresql": "the query's result, as sql_exporter has it",
    "mysql": "the query's result, as sql_exporter has it",
    "metrics-api": "the number, scraped by Prometheus with json_exporter",
}
_OTHERWISE: Final = {
    "cron": (
        "a floor by the clock can be a rule of its own: "
        "metricsQuery: 'vector(N) and on() (hour() >= 8 < 18) or vector(0)' with averageValue 1, hours in UTC"
    ),
    "kubernetes-workload": "count the Pods with kube_pod_info of kube-state-metrics, and write a rule",
    "external": "let the scaler behind it export its number to Prometheus, and write a rule",
    "external-push": "let the scaler behind it export its number to Prometheus, and have it POST /wake",
}


def advice_on(trigger: str) -> str:
    """What to do instead of a trigger of this type."""
    if trigger in _OTHERWISE:
        return _OTHERWISE[trigger]
    series = _EXPORTED.get(trigger.replace("-cluster", "").replace("-sentinel", ""))
    if series is None:
        return "export its number to Prometheus, and write a rule and an External metric for it"
    return f"write a rule on {series}, and an External metric for it"
