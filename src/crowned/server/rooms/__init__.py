"""Games going on: the log and the table folded from it, who follows them, what goes on by itself."""
