-- Who moved how much in or out of an escrow, per transaction. `ordinal` numbers the movements inside one transaction.
CREATE TABLE IF NOT EXISTS escrow_flows
(
    launch_id   UInt64,
    slot        UInt64,
    signature   FixedString(64),
    ordinal     UInt32,
    direction   Enum8('in' = 1, 'out' = 2),
    kind        LowCardinality(String),
    wallet      FixedString(32),
    mint        FixedString(32),
    amount      UInt64,
    block_time  Nullable(Int64),
    revision    UInt64,
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (launch_id, slot, signature, ordinal)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The reward ledger's own events, as they were ingested. The same event twice is one event.
CREATE TABLE IF NOT EXISTS reward_events
(
    record_id         UInt64,
    kind              Enum8('accrued' = 1, 'priced' = 2, 'held' = 3, 'released' = 4, 'voided' = 5, 'paid' = 6),
    at                DateTime64(3, 'UTC'),
    program           LowCardinality(String),
    wallet            String,
    amount_base_units Nullable(UInt64),
    reason            String,
    tx_signature      String,
    revision          UInt64,
    ingested_at       DateTime64(3, 'UTC'),
    INDEX wallet_bloom wallet TYPE bloom_filter GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (record_id, kind, at)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Comparisons of the index with the chain at one slot. `launch_id` is null when the whole index was compared.
CREATE TABLE IF NOT EXISTS audits
(
    slot         UInt64,
    launch_id    Nullable(UInt64),
    verdict      Enum8('equal' = 1, 'different' = 2, 'failed' = 3),
    accounts     UInt64,
    differences  UInt64,
    chain_digest FixedString(32),
    index_digest FixedString(32),
    detail       String,
    revision     UInt64,
    started_at   DateTime64(3, 'UTC'),
    finished_at  DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (slot, started_at)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
