"""What devices are asked for and answer, in the words of WebAuthn. The cryptography is py_webauthn's.

Imported when the first passkey is used: the library takes a third of a second to load, and most servers never
need it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from crowned.base import CrownedError

NAME = "Crowned"
Credential = dict[str, Any]


class PasskeyError(CrownedError):
    """What a device sent proves nothing."""


@contextmanager
def refusals() -> Iterator[None]:
    """Whatever a stranger's data makes the library stumble over is one refusal."""
    try:
        yield
    except Exception as error:
        raise PasskeyError(repr(error)) from error


def text(raw: bytes) -> str:
    return str(bytes_to_base64url(raw))


def challenge_in(credential: Credential) -> bytes:
    """The challenge that the device says it has signed."""
    with refusals():
        written = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return bytes(parse_client_data_json(written).challenge)


@dataclass(frozen=True, slots=True)
class Site:
    """Where passkeys belong: a host's name, and the addresses of its pages."""

    host: str
    origins: Sequence[str]

    def creation(self, person: str, name: str, challenge: bytes, known: Sequence[str]) -> str:
        options = generate_registration_options(
            rp_id=self.host,
            rp_name=NAME,
            user_id=person.encode(),
            user_name=name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key)) for key in known],
        )
        return str(options_to_json(options))

    def request(self, challenge: bytes) -> str:
        options = generate_authentication_options(
            rp_id=self.host,
            challenge=challenge,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return str(options_to_json(options))

    def made(self, credential: Credential, challenge: bytes) -> tuple[str, str, int]:
        """Id, public key and count of a new passkey."""
        with refusals():
            found = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.host,
                expected_origin=list(self.origins),
                require_user_verification=True,
            )
        return text(found.credential_id), text(found.credential_public_key), int(found.sign_count)

    def signed(self, credential: Credential, challenge: bytes, public: str, uses: int) -> int:
        """How often the device has signed so far; it must have grown if the device counts at all."""
        with refusals():
            found = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.host,
                expected_origin=list(self.origins),
                credential_public_key=base64url_to_bytes(public),
                credential_current_sign_count=uses,
                require_user_verification=True,
            )
        return int(found.new_sign_count)
