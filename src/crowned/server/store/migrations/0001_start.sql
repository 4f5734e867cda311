CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    folded TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

CREATE TABLE session (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    lang TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX session_of_person ON session (person);

-- One row per game, folded from its events; version is the number of the last event.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    phase TEXT NOT NULL,
    kind TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    timed BIGINT NOT NULL,
    public BIGINT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    white_name TEXT NOT NULL,
    black_name TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    plies BIGINT NOT NULL,
    result TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX game_of_white ON game (white, created);
CREATE INDEX game_of_black ON game (black, created);
CREATE INDEX game_by_time ON game (public, created);
CREATE INDEX game_by_phase ON game (phase);

-- The truth. Rows are added, never changed.
CREATE TABLE event (
    game TEXT NOT NULL REFERENCES game (id),
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    client_id TEXT,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, seq),
    UNIQUE (game, actor, client_id)
);

-- The spinner's seeds, apart from everything a player may ever be shown.
CREATE TABLE secret (
    game TEXT PRIMARY KEY REFERENCES game (id),
    seed TEXT NOT NULL
);

CREATE TABLE game_position (
    game TEXT NOT NULL REFERENCES game (id),
    ply BIGINT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, ply)
);
CREATE INDEX position_by_hash ON game_position (hash);

CREATE TABLE rating (
    person TEXT NOT NULL REFERENCES person (id),
    ruleset TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, ruleset)
);

-- Every input of every change, so that ratings can be computed again by another formula.
CREATE TABLE rating_change (
    game TEXT NOT NULL REFERENCES game (id),
    person TEXT NOT NULL REFERENCES person (id),
    ruleset TEXT NOT NULL,
    opponent TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    old_rating DOUBLE PRECISION NOT NULL,
    old_deviation DOUBLE PRECISION NOT NULL,
    old_volatility DOUBLE PRECISION NOT NULL,
    new_rating DOUBLE PRECISION NOT NULL,
    new_deviation DOUBLE PRECISION NOT NULL,
    new_volatility DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, person)
);

CREATE TABLE house (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES person (id),
    title TEXT NOT NULL,
    base TEXT NOT NULL,
    toml TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX house_of_owner ON house (owner, created);
