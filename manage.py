#!/usr/bin/env python
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")
    from django.core.management import execute_from_command_line

    from memoryweb.embedded.data_folder import CannotRunError

    try:
        execute_from_command_line(sys.argv)
    except CannotRunError as error:  # the settings read the data folder, before any command could catch this
        raise SystemExit(str(error)) from None
