"""Of whom a line of a file speaks: its person, somebody else, a project, or an agent itself."""
