"""A site over TLS on this computer, with documents of clients."""

import json
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.oauth.connector import CALLBACK


@dataclass
class ClientSite:
    url: str
    certificate: Path
    asked: list[str] = field(default_factory=list)  # the paths, in order
    documents: dict[str, Any] = field(default_factory=dict)  # by path

    def publish(self, path: str, **changed: Any) -> str:
        """Publish a client's document and return its address, which is the client's id."""
        address = f"{self.url}{path}"
        document = {"client_id": address, "client_name": "Sample Desk", "redirect_uris": [CALLBACK]}
        self.documents[path] = document | {"token_endpoint_auth_method": "none"} | changed
        return address


@contextmanager
def running_site() -> Iterator[ClientSite]:
    with tempfile.TemporaryDirectory() as folder:
        certificate = _certify(Path(folder))
        site = ClientSite("", certificate)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append(self.path)
                document = site.documents.get(self.path)
                self.send_response(200 if document else 404)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(document).encode())

            def log_message(self, *arguments: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, certificate.with_name("key.pem"))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        site.url = f"https://localhost:{server.server_port}"
        yield site
        server.shutdown()
        server.server_close()


def _certify(folder: Path) -> Path:
    """Write a key and a certificate of its own for localhost."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    folder.chmod(0o755)
    (folder / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    return folder / "certificate.pem"
