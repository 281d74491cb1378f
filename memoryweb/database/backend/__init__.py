"""Django's PostgreSQL, with the person named in every statement about tables of persons' rows."""
