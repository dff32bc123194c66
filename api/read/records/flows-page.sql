SELECT
    slot AS flow_slot,
    hex(signature) AS signature_hex,
    ordinal,
    direction,
    kind,
    if(wallet = toFixedString('', 32), NULL, base58Encode(wallet)) AS wallet_key,
    base58Encode(mint) AS mint_key,
    amount,
    block_time
FROM
(
    {{flows_after}}
)
LIMIT {limit:UInt32}
