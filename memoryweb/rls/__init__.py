"""Row-level security: the person's scope, the policies, the database roles, the start-up checks."""
