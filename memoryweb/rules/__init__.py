"""The rules as plain Python: numbers and tables. No Django, no database."""
