-- Who recorded an event, in which slot the chain settled it where the index saw that, and whether a price was recorded
-- before the mint and before its record was known, so that it never counts for a programme that shares fees.
ALTER TABLE reward_events
    ADD COLUMN IF NOT EXISTS premature UInt8,
    ADD COLUMN IF NOT EXISTS settled_slot Nullable(UInt64),
    ADD COLUMN IF NOT EXISTS recorded_by LowCardinality(String),
    ADD INDEX IF NOT EXISTS revision_minmax revision TYPE minmax GRANULARITY 1,
    DROP INDEX IF EXISTS wallet_bloom;

-- The same events in the order in which wallets read them, each with the programme and wallet of its record. Those that
-- came before their record accrued join when it does. A read touches the events of one wallet, so granules are small.
CREATE TABLE IF NOT EXISTS reward_events_by_wallet
(
    wallet            String,
    record_id         UInt64,
    kind              Enum8('accrued' = 1, 'priced' = 2, 'held' = 3, 'released' = 4, 'voided' = 5, 'paid' = 6),
    at                DateTime64(3, 'UTC'),
    program           LowCardinality(String),
    amount_base_units Nullable(UInt64),
    premature         UInt8,
    tx_signature      String,
    revision          UInt64,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 16
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (wallet, record_id, kind, at)
SETTINGS index_granularity = 512, fsync_after_insert = 1, fsync_part_directory = 1;

-- How far the ledger reaches: one row per batch, written after its events. Events of a greater revision than the
-- greatest one here are what a crash left of a batch, and count for nothing.
CREATE TABLE IF NOT EXISTS reward_checkpoints
(
    revision UInt64,
    events   UInt64,
    at       DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY revision
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- One row per reward record that was not voided, for people. What time and the mint change is left to the reader.
DROP VIEW IF EXISTS rewards;
CREATE VIEW IF NOT EXISTS rewards AS
WITH (SELECT max(revision) FROM reward_checkpoints) AS known_revision
SELECT
    record_id,
    anyIf(event.program, event.kind = 'accrued') AS program,
    anyIf(event.wallet, event.kind = 'accrued') AS wallet,
    minIf(event.at, event.kind = 'accrued') AS created_at,
    multiIf(
        countIf(event.kind = 'priced' AND event.premature = 0) = 0
            AND (program IN ('referral', 'clone', 'integrator') OR countIf(event.kind = 'priced') = 0),
        anyIf(event.amount_base_units, event.kind = 'accrued'),
        program IN ('referral', 'clone', 'integrator'),
        argMaxIf(event.amount_base_units, event.at, event.kind = 'priced' AND event.premature = 0),
        argMaxIf(event.amount_base_units, event.at, event.kind = 'priced')
    ) AS amount_base_units,
    countIf(event.kind = 'held') > 0
        AND maxIf(event.at, event.kind = 'held') >= maxIf(event.at, event.kind = 'released') AS held,
    if(countIf(event.kind = 'released') > 0, maxIf(event.at, event.kind = 'released'), NULL) AS released_at,
    countIf(event.kind = 'paid') > 0 AS paid,
    if(countIf(event.kind = 'paid') > 0, minIf(event.at, event.kind = 'paid'), NULL) AS paid_at,
    argMinIf(event.tx_signature, event.at, event.kind = 'paid') AS tx_signature
FROM (SELECT * FROM reward_events WHERE revision <= known_revision) AS event
GROUP BY record_id
HAVING countIf(event.kind = 'accrued') > 0 AND countIf(event.kind = 'voided') = 0;
