#!/usr/bin/env python
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from memoryweb.embedded.data_folder import CannotRunError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None):  # it does answer
            raise
        data = os.environ.get("MEMORYWEB_DATA", "./data")
        where = "DATABASE_URL" if "DATABASE_URL" in os.environ else f"the data folder {data}"
        reason = str(error).strip().splitlines()[-1].strip()
        raise SystemExit(f"The database of {where} does not answer. Is it running? ({reason})") from None
    except (CannotRunError, ImproperlyConfigured) as error:  # of the settings, before any command could catch it
        raise SystemExit(str(error)) from None
