-- The database of one followed program: the tables of an index, with the columns that they have in the database of the
-- launches. The tables of its account types, `<type>_versions`, are created from the IDL.
CREATE TABLE IF NOT EXISTS schema_migrations
(
    number     UInt32,
    name       String,
    checksum   String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(applied_at)
ORDER BY number;

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

-- One row for each account and slot in which it changed: the bytes of its last write there. `closed` is 1 where the
-- account ceased to exist. `type` is the account type that its discriminator names, '' if the IDL has none; a closing
-- row repeats the last known one. `undecodable` says why the bytes do not decode, '' if they do. Of several rows of one
-- account and slot, the greatest revision counts.
CREATE TABLE IF NOT EXISTS account_versions
(
    address       FixedString(32),
    slot          UInt64,
    write_version UInt64,
    revision      UInt64,
    correction    UInt64,
    closed        UInt8,
    lamports      UInt64,
    signature     FixedString(64),
    changed_slot  UInt64,
    type          LowCardinality(String),
    undecodable   String,
    data          String CODEC(ZSTD(1)),
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1,
    INDEX signature_bloom signature TYPE bloom_filter GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (address, slot, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Each IDL that decoded rows here, the newest last: how to read `data`.
CREATE TABLE IF NOT EXISTS idl
(
    sha256   String,
    document String CODEC(ZSTD(3)),
    at       DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY at
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

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

CREATE TABLE IF NOT EXISTS checkpoints
(
    slot                   UInt64,
    revision               UInt64,
    chain_slot             UInt64,
    slot_time              Nullable(Int64),
    commitment             LowCardinality(String),
    indexed_at             DateTime64(3, 'UTC'),
    take_back_revision     UInt64 DEFAULT 0,
    finalized_slot         UInt64 DEFAULT 0,
    tokens_by_transactions UInt8 DEFAULT 0
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY intDiv(slot, 1000)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS take_backs
(
    from_slot UInt64,
    to_slot   UInt64,
    cause     String,
    revision  UInt64,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY revision
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

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

-- Ranges of slots whose transactions were all seen.
CREATE TABLE IF NOT EXISTS flow_coverage
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

-- `launch_id` is always null: an audit compares the whole index.
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

CREATE VIEW IF NOT EXISTS checkpoint AS
SELECT slot, revision, chain_slot, slot_time, commitment, indexed_at
FROM checkpoints
ORDER BY revision DESC
LIMIT 1;
