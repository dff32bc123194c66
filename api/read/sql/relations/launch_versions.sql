SELECT
    version.launch_id AS launch_id,
    base58Encode(version.address) AS address,
    version.slot AS slot,
    version.status AS status_code,
    base58Encode(version.authority) AS authority,
    base58Encode(version.launch_mint) AS launch_mint,
    base58Encode(version.pledge_mint) AS pledge_mint,
    base58Encode(version.escrow_token_account) AS escrow_token_account,
    version.min_raise AS min_raise,
    version.max_raise AS max_raise,
    version.token_allocation AS token_allocation,
    version.total_pledged AS total_pledged,
    version.pledger_count AS pledger_count,
    version.start_ts AS start_ts,
    version.end_ts AS end_ts,
    version.release_start_ts AS release_start_ts,
    version.release_cliff_seconds AS release_cliff_seconds,
    version.release_duration_seconds AS release_duration_seconds,
    version.max_pledge_per_wallet AS max_pledge_per_wallet,
    version.changed_slot AS changed_slot,
    version.closed AS closed,
    version.lamports AS lamports,
    if(version.signature = toFixedString('', 64), NULL, base58Encode(version.signature)) AS signature
FROM
(
    SELECT *
    FROM launchlens.launch_versions
    WHERE slot <= (SELECT slot FROM checkpoint) AND revision <= (SELECT revision FROM checkpoint)
    ORDER BY launch_id, address, slot, revision DESC
    LIMIT 1 BY launch_id, address, slot
) AS version
