"""Second factors: who has one, and secrets that are sealed at rest."""

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test.utils import override_settings

from memoryweb.people.models import User
from memoryweb.people.signing_in.second_factor import has_second_factor
from memoryweb.rls import scope
from tests.cases import with_each

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(secret: str) -> str:
    """Return what an authenticator app with this secret shows now."""
    counters = list(yield_hotp_counters_from_time())
    return str(format_hotp_value(hotp_value(secret, counters[len(counters) // 2])))


def test_an_authenticator_app_is_a_second_factor_and_recovery_codes_alone_are_none(alice: User, bob: User) -> None:
    assert not has_second_factor(alice)
    with scope.acting_as(alice.pk):
        RecoveryCodes.activate(alice)
    assert not has_second_factor(alice)
    with scope.acting_as(alice.pk):
        TOTP.activate(alice, SECRET)
    assert has_second_factor(alice)
    assert not has_second_factor(bob)
    with scope.acting_as(bob.pk):  # in anybody's scope
        assert has_second_factor(alice)


def test_secrets_are_sealed_at_rest(as_alice: User) -> None:
    app, codes = TOTP.activate(as_alice, SECRET), RecoveryCodes.activate(as_alice)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert SECRET not in stored
    assert codes.generate_codes()[0] not in stored
    assert app.validate_code(code_of(SECRET))
    assert codes.validate_code(codes.generate_codes()[0])


@with_each("code", ["000000", "328482"])
def test_a_secret_that_was_sealed_with_another_key_fits_no_code(code: str, as_alice: User) -> None:
    """An empty secret would be worse than none: everybody can compute its codes."""
    app = TOTP.activate(as_alice, SECRET)
    with override_settings(FINGERPRINT_KEY="another key"):
        assert not app.validate_code(code_of(SECRET))
        assert not app.validate_code(code)
        assert has_second_factor(as_alice)
