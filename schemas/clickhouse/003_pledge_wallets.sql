-- The way from a wallet to its launches: an index only, so an entry may outlive the row that made it.
CREATE TABLE IF NOT EXISTS pledge_wallets
(
    pledger   FixedString(32),
    launch_id UInt64
)
ENGINE = ReplacingMergeTree
ORDER BY (pledger, launch_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS pledge_wallets_feed TO pledge_wallets AS
SELECT DISTINCT pledger, launch_id
FROM pledge_versions;
