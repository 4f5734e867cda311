-- What lists of games tell: the name of house rules (JSON, by language), whose turn it is, until when, how strong.
ALTER TABLE game ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN actor TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN deadline BIGINT NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN level BIGINT NOT NULL DEFAULT 0;
