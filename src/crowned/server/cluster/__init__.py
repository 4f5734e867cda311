"""Several processes on one database: who leads which game, and how they talk to each other."""
