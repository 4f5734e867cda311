"""SQL files ``NNNN_name.sql``: only types and forms that SQLite and PostgreSQL share."""
