-- The worker adds a line, upkeep deletes old ones. To lock a row a role needs the right to update some column of it.
GRANT SELECT ON memories_failedtask TO memoryweb_app;
GRANT SELECT, DELETE, UPDATE (at) ON memories_failedtask TO memoryweb_clock;
GRANT INSERT ON memories_failedtask TO memoryweb_worker;
