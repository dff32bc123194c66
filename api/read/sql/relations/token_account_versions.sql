SELECT
    version.launch_id AS launch_id,
    version.role AS role,
    base58Encode(version.address) AS address,
    version.slot AS slot,
    base58Encode(version.mint) AS mint,
    base58Encode(version.owner) AS owner,
    version.amount AS amount,
    version.changed_slot AS changed_slot,
    version.closed AS closed,
    version.lamports AS lamports,
    if(version.signature = toFixedString('', 64), NULL, base58Encode(version.signature)) AS signature
FROM
(
    SELECT *
    FROM launchlens.token_account_versions
    WHERE slot <= (SELECT slot FROM checkpoint) AND revision <= (SELECT revision FROM checkpoint)
    ORDER BY launch_id, role, address, slot, revision DESC
    LIMIT 1 BY launch_id, role, address, slot
) AS version
