"""What staff do about another person's account. The database checks who acts, and logs it for the person."""

from uuid import UUID

from django.db import connection

from memoryweb.people.models import User


def set_active(person_id: UUID, *, active: bool) -> bool:
    """Close or reopen an account; return whether it changed.

    A closed account signs in no more, its sessions end with their next request, and its agents' tokens are refused.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT people_set_active(%s, %s)", [person_id, active])
        return bool(cursor.fetchone()[0])


def open_membership(membership_id: UUID) -> User | None:
    """Return whose membership it is, and log the look for that person. Needs the scope of a member of staff."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT people_open_membership(%s)", [membership_id])
        return User.objects.filter(pk=cursor.fetchone()[0]).first()
