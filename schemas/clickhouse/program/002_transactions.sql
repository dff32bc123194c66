-- What the program's transactions show. The tables of its instructions and events, `<instruction>_instructions` and
-- `<event>_events`, are created from the IDL. A row of an instruction is at (slot, transaction_index, instruction_index,
-- inner_index): its transaction in the block, the instruction of the transaction, and of what that one called the how
-- manyth, 0 for itself. Of several rows of one place, the greatest revision counts.

-- One row for each instruction of the program in a successful transaction, but for those that only carry an event.
-- `type` is the instruction that its first bytes name, '' if the IDL has none. `undecodable` says why the bytes do not
-- decode, '' if they do. `accounts` holds 32 bytes for each account. `stack_height` is 1 for an instruction of the
-- transaction, 2 for what it called, and so on, 0 if the node did not say.
CREATE TABLE IF NOT EXISTS program_instructions
(
    slot              UInt64,
    transaction_index UInt32,
    instruction_index UInt32,
    inner_index       UInt32,
    stack_height      UInt32,
    signature         FixedString(64),
    block_time        Nullable(Int64),
    revision          UInt64,
    correction        UInt64,
    type              LowCardinality(String),
    undecodable       String,
    accounts          String CODEC(ZSTD(1)),
    data              String CODEC(ZSTD(1)),
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1,
    INDEX signature_bloom signature TYPE bloom_filter GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (slot, transaction_index, instruction_index, inner_index, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- One row for each event of the program in a successful transaction: what it logged as data (`log`), and what it sent to
-- itself with the tag of an event (`cpi`). `event_index` counts those of one source in the transaction. The place is that
-- of the instruction that logged it, or that carries it. `data` begins with the event's discriminator.
CREATE TABLE IF NOT EXISTS program_events
(
    slot              UInt64,
    transaction_index UInt32,
    instruction_index UInt32,
    inner_index       UInt32,
    source            Enum8('log' = 1, 'cpi' = 2),
    event_index       UInt32,
    signature         FixedString(64),
    block_time        Nullable(Int64),
    revision          UInt64,
    correction        UInt64,
    type              LowCardinality(String),
    undecodable       String,
    data              String CODEC(ZSTD(1)),
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1,
    INDEX signature_bloom signature TYPE bloom_filter GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (slot, transaction_index, source, event_index, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Transactions that executed the program and of which the node did not keep everything: `reason` says what may be missing.
CREATE TABLE IF NOT EXISTS incomplete_transactions
(
    slot              UInt64,
    transaction_index UInt32,
    reason            LowCardinality(String),
    signature         FixedString(64),
    block_time        Nullable(Int64),
    revision          UInt64,
    correction        UInt64,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (slot, transaction_index, reason, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Ranges of slots whose transactions were all seen. A `to_slot` of 18446744073709551615 grows with the checkpoint. Of two
-- rows with the same `from_slot`, the greater revision counts. Slots in no range have no instructions and events.
CREATE TABLE IF NOT EXISTS transaction_coverage
(
    from_slot UInt64,
    to_slot   UInt64,
    source    String,
    revision  UInt64,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY from_slot
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
