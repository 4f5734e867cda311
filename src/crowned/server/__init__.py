"""The game server. Needs the extra ``crowned[server]``; nothing below imports it."""
