-- Codes that let somebody back in who has forgotten his password; each works once. Kept as hashes.
CREATE TABLE recovery (
    person TEXT NOT NULL REFERENCES person (id),
    hash TEXT NOT NULL,
    PRIMARY KEY (person, hash)
);
