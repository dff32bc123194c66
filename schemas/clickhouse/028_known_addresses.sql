-- Which Pledge, or which account that could not be read, was ever at an address, closed ones too: a closure shows only
-- an address. The tables of versions are ordered otherwise, and the filters of their granules exclude little once a
-- hundred addresses are looked up at once. Small granules, because each address is in another one. Only the views below
-- write here. Rows of dead forks stay: an account may be known before it is there again.
CREATE TABLE IF NOT EXISTS known_addresses
(
    address   FixedString(32),
    launch_id UInt64,
    kind      Enum8('pledge' = 1, 'unreadable' = 2, 'ended' = 3),
    wallet    FixedString(32),
    revision  UInt64
)
ENGINE = ReplacingMergeTree(revision)
PRIMARY KEY address
ORDER BY (address, launch_id, kind)
SETTINGS index_granularity = 256, min_compress_block_size = 8192, max_compress_block_size = 16384,
    fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS known_addresses_pledges TO known_addresses AS
SELECT address, launch_id, 'pledge' AS kind, pledger AS wallet, revision
FROM pledge_versions;
CREATE MATERIALIZED VIEW IF NOT EXISTS known_addresses_unreadable TO known_addresses AS
SELECT address, toUInt64(0) AS launch_id, if(lamports = 0, 'ended', 'unreadable') AS kind, owner AS wallet, revision
FROM quarantine;

INSERT INTO known_addresses (address, launch_id, kind, wallet, revision)
SELECT address, launch_id, 'pledge', pledger, revision FROM pledge_versions;
INSERT INTO known_addresses (address, launch_id, kind, wallet, revision)
SELECT address, toUInt64(0), if(lamports = 0, 'ended', 'unreadable'), owner, revision FROM quarantine;
