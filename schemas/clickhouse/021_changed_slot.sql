-- A backfill repeats an account's state in an anchor, a row at the first held slot above the range that it fills, so that
-- no answer there changes. An anchor is no change of the account: it names the slot of the last one. 0 in other rows.
ALTER TABLE launch_versions ADD COLUMN IF NOT EXISTS changed_slot UInt64;
ALTER TABLE pledge_versions ADD COLUMN IF NOT EXISTS changed_slot UInt64;
ALTER TABLE token_account_versions ADD COLUMN IF NOT EXISTS changed_slot UInt64;
ALTER TABLE mint_versions ADD COLUMN IF NOT EXISTS changed_slot UInt64;

DROP VIEW IF EXISTS launches;
CREATE VIEW IF NOT EXISTS launches AS
WITH
    (SELECT slot FROM checkpoint) AS known_slot,
    (SELECT revision FROM checkpoint) AS known_revision
SELECT
    latest.launch_id AS launch_id,
    base58Encode(latest.address) AS address,
    transform(
        latest.status,
        [0, 1, 2, 3, 4],
        ['pending', 'active', 'succeeded', 'failed', 'finalized'],
        'unknown'
    ) AS status,
    latest.status AS status_code,
    base58Encode(latest.authority) AS authority,
    base58Encode(latest.launch_mint) AS launch_mint,
    base58Encode(latest.pledge_mint) AS pledge_mint,
    base58Encode(latest.escrow_token_account) AS escrow_token_account,
    latest.min_raise AS min_raise,
    latest.max_raise AS max_raise,
    latest.token_allocation AS token_allocation,
    latest.total_pledged AS total_pledged,
    latest.pledger_count AS pledger_count,
    latest.start_ts AS start_ts,
    latest.end_ts AS end_ts,
    latest.release_start_ts AS release_start_ts,
    latest.release_cliff_seconds AS release_cliff_seconds,
    latest.release_duration_seconds AS release_duration_seconds,
    latest.max_pledge_per_wallet AS max_pledge_per_wallet,
    if(latest.changed_slot = 0, latest.slot, latest.changed_slot) AS updated_slot
FROM
(
    SELECT *
    FROM launch_versions
    WHERE slot <= known_slot AND revision <= known_revision
    ORDER BY launch_id DESC, address DESC, slot DESC, revision DESC
    LIMIT 1 BY launch_id, address
) AS latest
WHERE latest.closed = 0;

DROP VIEW IF EXISTS pledges;
CREATE VIEW IF NOT EXISTS pledges AS
WITH
    (SELECT slot FROM checkpoint) AS known_slot,
    (SELECT revision FROM checkpoint) AS known_revision
SELECT
    latest.launch_id AS launch_id,
    base58Encode(latest.pledger) AS pledger,
    base58Encode(latest.address) AS pledge_address,
    latest.amount AS amount,
    latest.tokens_released AS tokens_released,
    latest.refunded AS refunded,
    latest.pledged_ts AS pledged_ts,
    if(latest.changed_slot = 0, latest.slot, latest.changed_slot) AS updated_slot
FROM
(
    SELECT *
    FROM pledge_versions
    WHERE slot <= known_slot AND revision <= known_revision
    ORDER BY launch_id DESC, pledger DESC, slot DESC, revision DESC
    LIMIT 1 BY launch_id, pledger
) AS latest
WHERE latest.closed = 0;
