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
        place = os.environ.get("MEMORYWEB_DATA", "./data")
        reason = str(error).strip().splitlines()[-1].strip()
        said = f"The database of the data folder {place} does not answer. Is memoryweb running there? ({reason})"
        raise SystemExit(said) from None
    except (CannotRunError, ImproperlyConfigured) as error:  # of the settings, before any command could catch it
        raise SystemExit(str(error)) from None
