"""In which ways can asking Prometheus fail? The texts hold the server, the question and the cause, no secrets."""


class PrometheusError(Exception):
    """Asking a server failed. `str()` begins with the server's name and never holds credentials."""


class PrometheusUnreachable(PrometheusError):
    """No connection, one that broke before the answer was whole, or no credentials to show."""


class PrometheusTimeout(PrometheusError):
    """No whole answer within the deadline, or Prometheus gave up evaluating by its own."""


class PrometheusSilent(PrometheusTimeout):
    """Nothing came back within the deadline: the server may be dead."""


class PrometheusBusy(PrometheusError):
    """Too many questions wait for this server already; this one wasn't sent."""


class PrometheusShunned(PrometheusError):
    """The server didn't answer several times in a row, so for a while it isn't asked; this question wasn't sent."""


class PrometheusRefused(PrometheusError):
    """Prometheus understood that it was asked and says no: a parse error, an evaluation error, no permission."""


class PrometheusBroken(PrometheusError):
    """An answer that can't be used: a failure of the server, a partial answer, or something that isn't Prometheus."""
