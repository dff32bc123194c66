-- Imports of a whole index into this store. Until the newest one is finished or abandoned, its rows are half an index.
CREATE TABLE IF NOT EXISTS imports
(
    id              String,
    state           Enum8('started' = 1, 'finished' = 2, 'abandoned' = 3),
    slot            UInt64,
    manifest_sha256 String,
    at              DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (at, id, state)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
