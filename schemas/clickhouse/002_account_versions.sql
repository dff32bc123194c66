-- One row per account and slot in which it changed: the account's state after its last write in that slot.
-- `revision` is the number of the write batch. Of two rows with the same account and slot the greater revision
-- counts, so replaying a source changes nothing. `closed` is 1 where the account ceased to exist.
-- Parts are synced to disk before an insert is acknowledged, because the checkpoint that follows vouches for them.

CREATE TABLE IF NOT EXISTS launch_versions
(
    launch_id                UInt64,
    address                  FixedString(32),
    slot                     UInt64,
    header                   FixedString(2),
    status                   UInt8,
    authority                FixedString(32),
    launch_mint              FixedString(32),
    pledge_mint              FixedString(32),
    escrow_token_account     FixedString(32),
    min_raise                UInt64,
    max_raise                UInt64,
    token_allocation         UInt64,
    total_pledged            UInt64,
    pledger_count            UInt32,
    start_ts                 Int64,
    end_ts                   Int64,
    release_start_ts         Int64,
    release_cliff_seconds    UInt32,
    release_duration_seconds UInt32,
    max_pledge_per_wallet    UInt64,
    tail                     FixedString(120),
    write_version            UInt64,
    revision                 UInt64,
    closed                   UInt8,
    lamports                 UInt64,
    signature                FixedString(64),
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (launch_id, address, slot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS pledge_versions
(
    launch_id       UInt64,
    pledger         FixedString(32),
    slot            UInt64,
    address         FixedString(32),
    header          FixedString(2),
    amount          UInt64,
    tokens_released UInt64,
    refunded        UInt8,
    pledged_ts      Int64,
    tail            FixedString(64),
    write_version   UInt64,
    revision        UInt64,
    closed          UInt8,
    lamports        UInt64,
    signature       FixedString(64),
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (launch_id, pledger, slot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- `data` holds the account's bytes as they are on chain, empty once closed.
CREATE TABLE IF NOT EXISTS token_account_versions
(
    launch_id     UInt64,
    role          Enum8('escrow' = 1, 'vault' = 2),
    address       FixedString(32),
    slot          UInt64,
    mint          FixedString(32),
    owner         FixedString(32),
    amount        UInt64,
    data          String,
    write_version UInt64,
    revision      UInt64,
    closed        UInt8,
    lamports      UInt64,
    signature     FixedString(64),
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (launch_id, role, address, slot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS mint_versions
(
    address       FixedString(32),
    slot          UInt64,
    decimals      UInt8,
    supply        UInt64,
    data          String,
    write_version UInt64,
    revision      UInt64,
    closed        UInt8,
    lamports      UInt64,
    signature     FixedString(64),
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (address, slot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
