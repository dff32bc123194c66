-- The amounts of pledge_versions once more, ordered by wallet: all launches of one wallet, now or as of a slot, lie
-- side by side. Only the view below writes here.
CREATE TABLE IF NOT EXISTS pledge_wallets
(
    pledger         FixedString(32),
    launch_id       UInt64,
    slot            UInt64,
    amount          UInt64,
    tokens_released UInt64,
    refunded        UInt8,
    pledged_ts      Int64,
    closed          UInt8,
    revision        UInt64
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (pledger, launch_id, slot)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS pledge_wallets_feed TO pledge_wallets AS
SELECT pledger, launch_id, slot, amount, tokens_released, refunded, pledged_ts, closed, revision
FROM pledge_versions;
