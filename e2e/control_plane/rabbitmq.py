"""How does a real RabbitMQ run for one test run? On ports of its own, its files in one folder, its own epmd.

A namespace of the cluster is a vhost here, so that queues of two scenarios never meet.
"""

import base64
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.control_plane.api import Answer, Api
from e2e.control_plane.processes import Processes
from e2e.ports import free_port, is_taken

_SERVER: Final = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")  # the one on PATH changes user and place
_START_SECONDS: Final = 600.0
_AUTHORIZATION: Final = {"Authorization": f"Basic {base64.b64encode(b'guest:guest').decode()}"}


class NoRabbitMQError(Exception):
    """RabbitMQ is not installed: what to install."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RabbitMQ:
    """A running broker."""

    api: str
    metrics: str

    def create_queue(self, vhost: str, queue: str) -> None:
        """An empty, durable queue in a vhost that is made if it isn't there."""
        self._send("PUT", f"/api/vhosts/{vhost}", {})
        everything = {"configure": ".*", "write": ".*", "read": ".*"}
        self._send("PUT", f"/api/permissions/{vhost}/guest", everything)
        self._send("PUT", f"/api/queues/{vhost}/{queue}", {"durable": True})

    def publish(self, vhost: str, queue: str, tasks: int) -> None:
        """So many more tasks, all in one moment: nobody sees a part of them.

        They gather in a queue of their own, whose name no autoscaler asks for, and a policy that leaves no room there
        moves them on.
        """
        gathering = f"gathering-{uuid.uuid4().hex[:6]}"
        self._send("PUT", f"/api/queues/{vhost}/{gathering}", {})
        message = {"properties": {}, "routing_key": gathering, "payload": "task", "payload_encoding": "string"}
        for _ in range(tasks):
            self._send("POST", f"/api/exchanges/{vhost}/amq.default/publish", message)
        moving = {"max-length": 0, "dead-letter-exchange": "", "dead-letter-routing-key": queue}
        policy = {"pattern": f"^{gathering}$", "apply-to": "queues", "definition": moving}
        self._send("PUT", f"/api/policies/{vhost}/{gathering}", policy)

    def purge(self, vhost: str, queue: str) -> None:
        """Take all tasks away."""
        self._send("DELETE", f"/api/queues/{vhost}/{queue}/contents", None)

    def delete_vhost(self, vhost: str) -> None:
        """With all its queues."""
        self._send("DELETE", f"/api/vhosts/{vhost}", None)

    def _send(self, method: str, path: str, body: object) -> Answer:
        answer = Api(self.api).request(method, path, body, headers=_AUTHORIZATION)
        if answer.code >= 400:
            raise AssertionError(f"RabbitMQ refused {method} {path}: {answer.code} {answer.text}")
        return answer


def require_rabbitmq() -> None:
    """Raises NoRabbitMQError where there is none."""
    if not _SERVER.exists() or not shutil.which("epmd"):
        raise NoRabbitMQError("needs a RabbitMQ with its Prometheus plugin (Debian package rabbitmq-server)")


def start_rabbitmq(running: Processes) -> RabbitMQ:
    """Start epmd and the broker, and wait until both of its HTTP servers answer."""
    require_rabbitmq()
    folder = running.folder / "rabbitmq"
    folder.mkdir()
    epmd, amqp, distribution, management, metrics = (free_port() for _ in range(5))
    (folder / "plugins").write_text("[rabbitmq_management,rabbitmq_prometheus].\n")
    (folder / "rabbitmq.conf").write_text(_configuration(amqp, management, metrics))
    loopback = {"ERL_EPMD_ADDRESS": "127.0.0.1", "ERL_EPMD_PORT": str(epmd)}
    # The broker would leave an epmd of its own behind, for good.
    command = ["epmd", "-port", str(epmd), "-address", "127.0.0.1"]
    running.start("epmd", command, up=lambda: is_taken(epmd), environ=loopback)
    environ = {
        **loopback,
        "HOME": str(folder),
        # By this it becomes the broker instead of watching over it, so that our SIGTERM reaches it.
        "RUNNING_UNDER_SYSTEMD": "true",
        "RABBITMQ_NODENAME": "e2e@localhost",
        "RABBITMQ_DIST_PORT": str(distribution),
        "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_LOGS": "-",
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
    }
    broker = RabbitMQ(api=f"http://127.0.0.1:{management}", metrics=f"127.0.0.1:{metrics}")
    running.start("rabbitmq", [_SERVER], up=lambda: _is_up(broker), environ=environ, within=_START_SECONDS)
    return broker


def _is_up(broker: RabbitMQ) -> bool:
    # Two listeners: each comes up in its own time.
    return Api(f"http://{broker.metrics}").answers("/metrics") and Api(broker.api).answers("/")


def _configuration(amqp: int, management: int, metrics: int) -> str:
    return (
        f"listeners.tcp.1 = 127.0.0.1:{amqp}\n"
        f"management.tcp.ip = 127.0.0.1\nmanagement.tcp.port = {management}\n"
        f"prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = {metrics}\n"
        "collect_statistics_interval = 1000\n"
        "log.console.level = warning\n"
    )
