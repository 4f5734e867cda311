"""A device that holds passkeys, in software: makes keys and signs as WebAuthn wants it."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

Json = dict[str, Any]
PRESENT, VERIFIED, WITH_KEY = 1, 4, 64


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def raw(text_: str) -> bytes:
    return urlsafe_b64decode(text_ + "=" * (-len(text_) % 4))


class Device:
    """One passkey; ``verifies`` is whether it asks its owner for finger or PIN."""

    def __init__(self, origin: str, host: str = "localhost", *, verifies: bool = True) -> None:
        self.origin = origin
        self.host = host
        self.flags = PRESENT | (VERIFIED if verifies else 0)
        self.id = secrets.token_bytes(16)
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _facts(self, more: int = 0) -> bytes:
        host = hashlib.sha256(self.host.encode()).digest()
        return host + struct.pack(">BI", self.flags | more, self.uses)

    def _public(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        return bytes(cbor2.dumps({1: 2, 3: -7, -1: 1, **point}))

    def create(self, options: Json) -> Json:
        known = self._facts(WITH_KEY) + bytes(16) + struct.pack(">H", len(self.id)) + self.id + self._public()
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": known})
        client = self._client("webauthn.create", options["challenge"])
        response = {"clientDataJSON": text(client), "attestationObject": text(attested)}
        return self._credential(response)

    def sign(self, options: Json) -> Json:
        self.uses += 1
        facts, client = self._facts(), self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(facts + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": facts, "signature": signature}
        return self._credential({name: text(part) for name, part in parts.items()})

    def _credential(self, response: Json) -> Json:
        return {
            "id": text(self.id),
            "rawId": text(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
