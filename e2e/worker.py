"""A queue worker: `python -m e2e.worker`. It takes one task after the other until SIGTERM, and then ends cleanly.

RABBITMQ_API is the management API's URL, VHOST and QUEUE say where tasks are, SECONDS_PER_TASK how long one takes.
A task is acknowledged when it is taken, so it is always finished, also after SIGTERM: none is lost, none done twice.
"""

import base64
import http.client
import json
import os
import signal
import threading
import urllib.parse
from typing import Final

_WITHOUT_WORK_SECONDS: Final = 0.2
_DEADLINE_SECONDS: Final = 10.0


def main() -> None:
    """Work until told to end."""
    told = threading.Event()
    signal.signal(signal.SIGTERM, lambda _signal, _frame: told.set())
    server = urllib.parse.urlsplit(os.environ["RABBITMQ_API"])
    vhost, queue = (urllib.parse.quote(os.environ[name], safe="") for name in ("VHOST", "QUEUE"))
    seconds = float(os.environ["SECONDS_PER_TASK"])
    unhurried = threading.Event()
    done = 0
    while not told.is_set():
        if _take(server.netloc, f"/api/queues/{vhost}/{queue}/get"):
            unhurried.wait(seconds)  # the work; it is not cut short
            done += 1
        else:
            told.wait(_WITHOUT_WORK_SECONDS)
    print(f"ended as told, {done} tasks done", flush=True)


def _take(server: str, path: str) -> bool:
    """Whether there was a task."""
    credentials = base64.b64encode(b"guest:guest").decode()
    headers = {"Authorization": f"Basic {credentials}", "Content-Type": "application/json"}
    body = json.dumps({"count": 1, "ackmode": "ack_requeue_false", "encoding": "auto"})
    connection = http.client.HTTPConnection(server, timeout=_DEADLINE_SECONDS)
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status == 200 and bool(json.loads(text))
    except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
        print(f"no broker: {error}", flush=True)
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    main()
