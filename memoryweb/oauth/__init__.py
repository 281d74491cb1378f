"""OAuth 2.1 for connectors: clients, what a person granted them, and the tokens of that (django-oauth-toolkit)."""
