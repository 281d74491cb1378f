"""Tells people where they are that something waits for them: counts and a link, never a memory's words."""
