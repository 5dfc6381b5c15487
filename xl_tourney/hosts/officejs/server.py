"""A server of this machine for the add-in's folder, with a certificate of its own.

Office loads an add-in only over https, on this machine too.  The certificate is signed by nobody
else; it is kept in a folder, so that it is trusted once for all.
"""

from __future__ import annotations

import datetime
import functools
import http.server
import io
import ssl
from pathlib import Path
from typing import BinaryIO

from ... import atomic
from ...errors import OptionError
from .site import PAGE, content_security_policy

MEDIA_TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".whl": "application/octet-stream",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
"""The types of the add-in's files; those of the system are not asked, which may say otherwise."""
CERTIFICATE, KEY = "localhost.crt", "localhost.key"
HOST = "localhost"
_DAYS, _DAYS_LEFT = 365, 7


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder, each with the page's policy."""

    extensions_map = {**MEDIA_TYPES, "": "application/octet-stream"}  # noqa: RUF012
    protocol_version = "HTTP/1.1"
    timeout = 30

    def end_headers(self) -> None:
        """The headers that a club's server should send too."""
        self.send_header("Content-Security-Policy", content_security_policy())
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        if self.path.endswith(".whl"):  # the page of xlwings Lite is of another server
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Private-Network", "true")
        super().end_headers()

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """A file of the folder; nothing that a link or an odd name leads to elsewhere."""
        try:
            file = Path(self.translate_path(self.path)).resolve()
            is_inside = file.is_relative_to(Path(self.directory).resolve())
        except (OSError, ValueError):  # a NUL in the name
            is_inside = False
        if not is_inside:
            self.send_error(404)
            return None
        return super().send_head()

    def do_OPTIONS(self) -> None:
        """What a browser asks before it fetches the wheel for a page of another server."""
        self.send_response(204)
        self.send_header("Access-Control-Allow-Methods", "GET, HEAD")
        self.end_headers()

    def list_directory(self, path: object) -> None:
        """No list of files."""
        self.send_error(404)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def make_server(folder: Path, port: int, certificates: Path) -> http.server.ThreadingHTTPServer:
    """A server of a folder on this machine only; ``serve_forever`` runs it."""
    if not (folder / PAGE).is_file():
        raise OptionError(f"{folder}: holds no add-in; make it by xl-tourney officejs build.")
    ensure_certificate(certificates)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / CERTIFICATE, certificates / KEY)
    server = _TlsServer(("127.0.0.1", port), functools.partial(SiteHandler, directory=str(folder)))
    server.tls = context
    return server


class _TlsServer(http.server.ThreadingHTTPServer):
    """The handshake is part of a connection's own thread: a silent client delays nobody."""

    daemon_threads = True
    tls: ssl.SSLContext

    def finish_request(self, request: object, client_address: object) -> None:
        request.settimeout(SiteHandler.timeout)  # type: ignore[attr-defined]
        try:
            with self.tls.wrap_socket(request, server_side=True) as secure:  # type: ignore[arg-type]
                super().finish_request(secure, client_address)
        except OSError:
            return  # the client does not trust the certificate, or went away


def ensure_certificate(folder: Path) -> None:
    """Make a certificate and its key in a folder, unless there is one that is good for a week."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
    except ImportError:
        raise OptionError(
            "A certificate needs cryptography: pip install 'xl-tourney[officejs]'."
        ) from None
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate_file, key_file = folder / CERTIFICATE, folder / KEY
    if certificate_file.is_file() and key_file.is_file():
        certificate = x509.load_pem_x509_certificate(certificate_file.read_bytes())
        if certificate.not_valid_after_utc > now + datetime.timedelta(days=_DAYS_LEFT):
            return
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"xl-tourney, {HOST}")])
    extensions = (
        (x509.SubjectAlternativeName([x509.DNSName(HOST)]), False),
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=_DAYS))
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    certificate = builder.sign(key, hashes.SHA256())
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = serialization.Encoding.PEM
    key_data = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key_file.unlink(missing_ok=True)
    atomic.create(key_file, key_data)
    atomic.write_bytes(certificate_file, certificate.public_bytes(pem))
