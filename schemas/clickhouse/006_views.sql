-- The latest state at the newest checkpoint, for people. Keys are base58 text, amounts stay integers.
-- The text is made outside the subquery that filters, because an alias that repeats a column's name takes its
-- place in WHERE.

CREATE VIEW IF NOT EXISTS checkpoint AS
SELECT slot, revision, chain_slot, slot_time, commitment, indexed_at
FROM checkpoints
ORDER BY revision DESC
LIMIT 1;

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
    latest.slot AS updated_slot
FROM
(
    SELECT *
    FROM launch_versions
    WHERE slot <= known_slot AND revision <= known_revision
    ORDER BY launch_id DESC, address DESC, slot DESC, revision DESC
    LIMIT 1 BY launch_id, address
) AS latest
WHERE latest.closed = 0;

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
    latest.slot AS updated_slot
FROM
(
    SELECT *
    FROM pledge_versions
    WHERE slot <= known_slot AND revision <= known_revision
    ORDER BY launch_id DESC, pledger DESC, slot DESC, revision DESC
    LIMIT 1 BY launch_id, pledger
) AS latest
WHERE latest.closed = 0;

-- One row per reward record that was not voided. What time alone changes is left to the reader.
CREATE VIEW IF NOT EXISTS rewards AS
SELECT
    record_id,
    anyIf(program, kind = 'accrued') AS program,
    anyIf(wallet, kind = 'accrued') AS wallet,
    minIf(at, kind = 'accrued') AS created_at,
    argMaxIf(amount_base_units, at, amount_base_units IS NOT NULL) AS amount_base_units,
    argMaxIf(kind, at, kind IN ('held', 'released')) = 'held' AS held,
    maxIf(at, kind = 'released') AS released_at,
    countIf(kind = 'paid') > 0 AS paid,
    anyIf(tx_signature, kind = 'paid') AS tx_signature
FROM reward_events
GROUP BY record_id
HAVING countIf(kind = 'accrued') > 0 AND countIf(kind = 'voided') = 0;
