"""People: their accounts, their settings, their communities, and how they sign in."""
