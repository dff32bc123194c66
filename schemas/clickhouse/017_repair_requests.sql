-- Repairs that another process asks of the one that writes the index, which alone numbers revisions: a row asks, and
-- further rows of the same id answer. Of several the one with the greatest state counts. `slot`, `differing` and
-- `repaired` are those of the audit that was made.
CREATE TABLE IF NOT EXISTS repair_requests
(
    id        String,
    state     Enum8('wanted' = 1, 'taken' = 2, 'failed' = 3, 'done' = 4),
    slot      UInt64,
    differing UInt64,
    repaired  UInt64,
    detail    String,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (id, state)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
