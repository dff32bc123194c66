-- Who may write what: one row per claim, written again with each step that it takes. A claim is alive until
-- `expires_at` by this server's clock. `machine` and `started` tell a process from a later one with the same number.
CREATE TABLE IF NOT EXISTS leases
(
    name       String,
    claim      String,
    step       UInt64,
    state      Enum8('wanted' = 1, 'held' = 2, 'released' = 3),
    epoch      UInt64,
    host       String,
    machine    String,
    pid        UInt32,
    started    String,
    command    String,
    since      DateTime64(3, 'UTC'),
    renewed_at DateTime64(3, 'UTC'),
    expires_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(step)
ORDER BY (name, claim)
TTL toDateTime(expires_at) + INTERVAL 30 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
