"""Where a statement is filed: its kind, its category, its key and its value."""
