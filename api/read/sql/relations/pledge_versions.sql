SELECT
    version.launch_id AS launch_id,
    base58Encode(version.pledger) AS pledger,
    base58Encode(version.address) AS pledge_address,
    version.slot AS slot,
    version.amount AS amount,
    version.tokens_released AS tokens_released,
    version.refunded AS refunded,
    version.pledged_ts AS pledged_ts,
    version.changed_slot AS changed_slot,
    version.closed AS closed,
    version.lamports AS lamports,
    if(version.signature = toFixedString('', 64), NULL, base58Encode(version.signature)) AS signature
FROM
(
    SELECT *
    FROM launchlens.pledge_versions
    WHERE slot <= (SELECT slot FROM checkpoint) AND revision <= (SELECT revision FROM checkpoint)
    ORDER BY launch_id, pledger, slot, revision DESC
    LIMIT 1 BY launch_id, pledger, slot
) AS version
