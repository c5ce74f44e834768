import base64

from e2e.demo.stage import prometheus_config, registration


def test_prometheus_scrapes_every_second_and_leaves_the_queues_labels_alone() -> None:
    assert {
        "global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
        "scrape_configs": [
            {"job_name": "queue", "honor_labels": True, "static_configs": [{"targets": ["127.0.0.1:9"]}]}
        ],
    } == prometheus_config("127.0.0.1:9")


def test_the_api_service_leads_to_the_adapters_port_and_trusts_its_authority() -> None:
    *_, api_service = registration(port=6443, ca_bundle=b"PEM")
    assert {
        "group": "external.metrics.k8s.io",
        "version": "v1beta1",
        "groupPriorityMinimum": 100,
        "versionPriority": 100,
        "service": {"name": "lagzero-adapter", "namespace": "lagzero-system", "port": 6443},
        "caBundle": base64.b64encode(b"PEM").decode(),
    } == api_service["spec"]


def test_the_service_is_a_name_for_this_machine_without_ports() -> None:
    _, service, _ = registration(port=6443, ca_bundle=b"PEM")
    assert {"type": "ExternalName", "externalName": "127.0.0.1"} == service["spec"]
