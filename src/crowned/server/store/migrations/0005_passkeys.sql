-- Keys that devices hold and people unlock by finger, face or PIN; the server knows the public half only.
CREATE TABLE passkey (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    uses BIGINT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX passkey_person ON passkey (person);

-- What a device is asked to sign: good once, for a short time, for one person (empty: whoever logs in).
CREATE TABLE challenge (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    expires BIGINT NOT NULL
);
