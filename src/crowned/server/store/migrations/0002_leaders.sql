-- A game is led by one process at a time. The fence grows with every new leader and is checked at every write,
-- so that one who was away and does not know that he was followed can write nothing more. "away" is since when
-- nobody has led a game whose clock runs; the next write of its leader settles that.
ALTER TABLE game ADD COLUMN leader TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN away BIGINT NOT NULL DEFAULT 0;
CREATE INDEX game_of_leader ON game (leader, phase);

UPDATE game SET away = COALESCE((SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'alive'), updated)
WHERE phase = 'playing' AND timed = 1;

-- The processes that serve this database: "expires" by the database's clock, "seen" by that of the games.
CREATE TABLE node (
    id TEXT PRIMARY KEY,
    seen BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

-- Messages between processes that are too long for a notification.
CREATE TABLE mail (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    expires BIGINT NOT NULL
);
