"""What the commands of every room ask about people."""

from django.core.management.base import CommandError

from memoryweb.people.models import User


def find_person(email: str) -> User:
    """Return the person with the e-mail that `--person` names. Raises CommandError."""
    person = User.objects.filter(email__iexact=email).first()
    if person is None:
        raise CommandError(f"--person: nobody here has the e-mail {email}.")
    return person
