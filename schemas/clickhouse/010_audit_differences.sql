-- What an audit found different: a row for each field of each account, found by `slot` and `started_at` of the audit.
-- `field` is a field of the account's layout, `lamports`, `data` where the bytes have no layout, or `exists`. Values
-- are text, null where the account does not exist on that side. `repaired` is 1 where the chain's state was written.
CREATE TABLE IF NOT EXISTS audit_differences
(
    slot       UInt64,
    started_at DateTime64(3, 'UTC'),
    account    FixedString(32),
    kind       LowCardinality(String),
    launch_id  Nullable(UInt64),
    field      LowCardinality(String),
    indexed    Nullable(String),
    chain      Nullable(String),
    repaired   UInt8,
    revision   UInt64
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (slot, started_at, account, field)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Zero where the account has ended, and in rows of before this step.
ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS lamports UInt64 DEFAULT 0 AFTER data;
