SELECT
    flow.launch_id AS launch_id,
    flow.slot AS slot,
    base58Encode(flow.signature) AS signature,
    flow.ordinal AS ordinal,
    flow.direction AS direction,
    flow.kind AS kind,
    if(flow.wallet = toFixedString('', 32), NULL, base58Encode(flow.wallet)) AS wallet,
    base58Encode(flow.mint) AS mint,
    flow.amount AS amount,
    flow.block_time AS block_time
FROM
(
    SELECT *
    FROM launchlens.escrow_flows
    WHERE slot <= (SELECT slot FROM checkpoint) AND revision <= (SELECT revision FROM checkpoint)
    ORDER BY launch_id, slot, signature, ordinal, revision DESC
    LIMIT 1 BY launch_id, slot, signature, ordinal
) AS flow
