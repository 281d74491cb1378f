"""Agents: programs that act for one person, their credentials, and the log of their calls."""
