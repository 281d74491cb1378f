"""What PostgreSQL does by itself, one object a file in sql/, and how it gets there. schema.sql is what comes of it."""
