"""The door for the hooks of agent hosts: what happens in a session goes in, what memory has to say comes out."""
