-- What backfills have done, piece by piece, so that one that was cut off goes on where it stopped. A chunk's row is
-- written after its rows are durable. Each start of a finished job is a new run; the row with the empty chunk opens a
-- run (`detail` holds what was decided then), the one of state 'finished' closes it.
CREATE TABLE IF NOT EXISTS backfill_chunks
(
    job_id      String,
    run         UInt32,
    chunk       String,
    kind        LowCardinality(String),
    state       Enum8('started' = 1, 'done' = 2, 'finished' = 3),
    read        UInt64,
    written     UInt64,
    unchanged   UInt64,
    quarantined UInt64,
    gaps        String,
    detail      String,
    at          DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (job_id, run, chunk, state)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
