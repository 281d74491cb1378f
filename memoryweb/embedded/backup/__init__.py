"""Backups: what is written each night, and what comes of it on another machine."""
