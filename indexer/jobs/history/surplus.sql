-- Tokens sent to or taken out of each escrow besides pledges, refunds and the collection, by wallet.
SELECT
    launch_id AS launch,
    if(wallet = toFixedString('', 32), NULL, base58Encode(wallet)) AS walletKey,
    toString(sumIf(toUInt128(amount), direction = 'in')) AS movedIn,
    toString(sumIf(toUInt128(amount), direction = 'out')) AS movedOut
FROM
(
    {{flows}}
)
WHERE kind = 'transfer'
GROUP BY launch_id, wallet
ORDER BY launch, walletKey
