-- Tokens sent to or taken out of each escrow besides pledges, refunds and the collection, by wallet.
SELECT
    launch_id AS launch,
    if(wallet = toFixedString('', 32), NULL, base58Encode(wallet)) AS walletKey,
    toString(sumIf(toUInt128(amount), direction = 'in')) AS movedIn,
    toString(sumIf(toUInt128(amount), direction = 'out')) AS movedOut
FROM
(
    SELECT *
    FROM escrow_flows
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64} AND launch_id IN {launches:Array(UInt64)}
    ORDER BY launch_id, slot, signature, ordinal, revision DESC
    LIMIT 1 BY launch_id, slot, signature, ordinal
)
WHERE kind = 'transfer'
GROUP BY launch_id, wallet
ORDER BY launch, walletKey
