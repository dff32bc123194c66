-- The slots that reached the configured commitment, in the chain that was followed.
CREATE TABLE IF NOT EXISTS slots
(
    slot         UInt64,
    parent_slot  UInt64,
    blockhash    String,
    block_time   Nullable(Int64),
    block_height Nullable(UInt64),
    revision     UInt64,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY slot
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Written last in each batch. The row with the greatest revision is the truth: every change up to `slot` stands
-- in the tables, and a reader bounds each query by `slot <= slot AND revision <= revision`.
-- Older rows thin out to one per thousand slots.
CREATE TABLE IF NOT EXISTS checkpoints
(
    slot       UInt64,
    revision   UInt64,
    chain_slot UInt64,
    slot_time  Nullable(Int64),
    commitment LowCardinality(String),
    indexed_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY intDiv(slot, 1000)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- How each range of slots came to be known. Time travel into a lost range is refused. A range that is being streamed
-- is recorded in pieces: slots between the last piece and the newest checkpoint are streamed too.
CREATE TABLE IF NOT EXISTS coverage
(
    from_slot UInt64,
    to_slot   UInt64,
    state     Enum8('streamed' = 1, 'snapshot' = 2, 'lost' = 3, 'repaired' = 4),
    source    String,
    cause     String,
    revision  UInt64,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (from_slot, to_slot, state, revision)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Account bytes that no known layout explains, kept as they came.
CREATE TABLE IF NOT EXISTS quarantine
(
    slot          UInt64,
    address       FixedString(32),
    owner         FixedString(32),
    reason        LowCardinality(String),
    data          String,
    write_version UInt64,
    revision      UInt64,
    at            DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (slot, address)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The one chain, program and layout that this database was built from.
CREATE TABLE IF NOT EXISTS index_identity
(
    genesis_hash String,
    program_id   String,
    cluster      String,
    commitment   String,
    idl_hash     String,
    created_at   DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(created_at)
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
