"""Tells on a receipt when erased words leave the disk, and what nobody here can reach."""

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from memoryweb.memories.models import Erasure


def sentences(receipt: Erasure) -> str:
    at = date_format(timezone.localtime(receipt.purged_at), "j F Y, H:i") if receipt.purged_at else ""
    if settings.EMBEDDED_DATABASE:
        return f"{_of_this_machine(at)} {_('Copies that were made elsewhere are out of reach.')}"
    return f"{_of_another_server(at)} {_('Its log, copies and backups are looked after by whoever runs the database.')}"


def _of_this_machine(at: str) -> str:
    if at:
        return _("Gone from the disk of this machine since %(at)s, nightly backups included.") % {"at": at}
    return _(
        "It leaves the disk of this machine by tomorrow morning, nightly backups included. If the machine is off"
        " at night, it leaves soon after the next start. This page will say when."
    )


def _of_another_server(at: str) -> str:
    if at:
        return _("It left the tables of the database on %(at)s.") % {"at": at}
    return _("It leaves the tables of the database at night. This page will say when.")
