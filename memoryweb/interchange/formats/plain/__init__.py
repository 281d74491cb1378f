"""Files of no program: notes, tables and rows."""
