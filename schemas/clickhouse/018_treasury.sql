-- Tokens that left a treasury's token account, one row per transfer. `ordinal` numbers the transfers inside one
-- transaction; `memo` holds the memos of that transaction, a line each, in the order in which they were executed.
-- Destination and wallet are zeros where the transaction does not tell them.
CREATE TABLE IF NOT EXISTS treasury_transfers
(
    treasury            FixedString(32),
    slot                UInt64,
    signature           FixedString(64),
    ordinal             UInt32,
    destination_account FixedString(32),
    destination_wallet  FixedString(32),
    mint                FixedString(32),
    amount              UInt64,
    memo                String,
    block_time          Nullable(Int64),
    revision            UInt64,
    correction          UInt64,
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (treasury, slot, signature, ordinal, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Since when, and until when, a treasury was followed. Of source `stream`: its transactions were asked for, and every
-- transfer is known in the slots that ranges of source `stream` in flow_coverage hold too. Of any other source: every
-- transfer of the range is known. A range that grows ends at the greatest UInt64.
CREATE TABLE IF NOT EXISTS treasury_coverage
(
    treasury  FixedString(32),
    from_slot UInt64,
    to_slot   UInt64,
    source    String,
    revision  UInt64,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (treasury, from_slot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The newest slot of the indexed chain that the chain has finalized, 0 while none is known: what stands at or below it
-- is never taken back.
ALTER TABLE checkpoints ADD COLUMN IF NOT EXISTS finalized_slot UInt64 DEFAULT 0;
