"""Running on one machine: the embedded PostgreSQL and broker, `manage.py up`."""
