"""How does the listener change its certificate and authorities without closing? Each new connection gets the newest.

A context is built whole and checked aside, then one reference is swapped. Loading a pair into a live context that
doesn't match would reset every handshake from then on, and authorities can only be added to one.
"""

from __future__ import annotations

import os
import ssl
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from adapter.apiserver.client_certificates import CertificateError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adapter.apiserver.serving_certificates import ServingCertificate


class ServingTls:
    """The TLS side of a listener."""

    def __init__(self, first: ssl.SSLContext) -> None:
        self._newest = first
        self.listener_context = first
        first.sni_callback = self._hand_over

    def replace(self, context: ssl.SSLContext) -> None:
        """From the next handshake on, use `context`; open connections go on as they are."""
        self._newest = context

    def _hand_over(self, connection: ssl.SSLObject, _server_name: str | None, _context: ssl.SSLContext) -> None:
        # Called for every handshake, also of clients that name no server.
        connection.context = self._newest


def build_context(certificate: ServingCertificate, authorities_pem: bytes) -> ssl.SSLContext:
    """A server context that asks for a client certificate and takes none as well. Raises CertificateError.

    A certificate of an authority that isn't listed fails the handshake, which is OpenSSL's way; which of the listed
    ones issued it is asked later, by CertificateCheck.
    """
    # Not create_default_context: from Python 3.13 on it refuses authorities as many clusters have them.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.verify_mode = ssl.CERT_OPTIONAL
    # A listed certificate is trusted by itself, also when its own issuer isn't listed, as Go has it.
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    # A resumed session would skip the check against authorities that changed since.
    context.options |= ssl.OP_NO_TICKET
    context.num_tickets = 0
    context.set_alpn_protocols(["http/1.1"])
    try:
        with _as_file(certificate.key_pem + b"\n" + certificate.chain_pem) as path:
            context.load_cert_chain(path)
    except ssl.SSLError as error:
        raise CertificateError(f"OpenSSL refuses the serving certificate: {error.reason}") from error
    if authorities_pem:
        _trust(context, authorities_pem)
    return context


def _trust(context: ssl.SSLContext, authorities_pem: bytes) -> None:
    try:
        context.load_verify_locations(cadata=authorities_pem.decode("ascii", errors="replace"))
    except ssl.SSLError as error:
        # Without a reason it found nothing to read.
        reason = error.reason or "there is no certificate in them"
        raise CertificateError(f"OpenSSL refuses the authorities of clients: {reason}") from error


@contextmanager
def _as_file(content: bytes) -> Iterator[str]:
    """A path to `content`, since OpenSSL reads keys from files only; in memory where the system can."""
    if sys.platform == "linux":
        descriptor = os.memfd_create("serving-certificate")
        try:
            os.write(descriptor, content)
            yield f"/proc/self/fd/{descriptor}"
        finally:
            os.close(descriptor)
    else:
        with tempfile.NamedTemporaryFile() as file:
            file.write(content)
            file.flush()
            yield file.name
