-- What a server still has to do after a migration; who has done it takes it off the list.
CREATE TABLE task (name TEXT PRIMARY KEY);
-- Positions have new names, because two of them could share an old one. Those of finished games are named again.
DELETE FROM game_position;
INSERT INTO task (name) VALUES ('name positions');
