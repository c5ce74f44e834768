"""What happens where a program is missing? With CI=true scenarios fail, elsewhere they are skipped with the reason."""

import os
import sys
from contextlib import nullcontext

import pytest

from e2e.control_plane.binaries import NoProgramsError, Programs, find_programs
from e2e.control_plane.prometheus import NoPrometheusError, require_prometheus
from e2e.control_plane.rabbitmq import NoRabbitMQError, require_rabbitmq


def require_programs(config: pytest.Config) -> Programs:
    """The control plane's programs, built if need be, once Prometheus and RabbitMQ are known to be there."""
    try:
        require_rabbitmq()
        require_prometheus()
        return _found(config)
    except (NoProgramsError, NoRabbitMQError, NoPrometheusError) as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))


def _found(config: pytest.Config) -> Programs:
    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    capture = config.pluginmanager.getplugin("capturemanager")
    # A build of minutes must not look like a hang.
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        return find_programs(say, environ=os.environ)
