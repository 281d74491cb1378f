"""The rules as plain Python: numbers, tables, word lists and text functions. No Django, no database."""
