"""The computer as opponent and analyst."""
