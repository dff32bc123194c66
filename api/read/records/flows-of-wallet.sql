SELECT
    launch_id,
    slot AS flow_slot,
    hex(signature) AS signature_hex,
    direction,
    kind,
    base58Encode(mint) AS mint_key,
    amount
FROM
(
    {{flows_of_wallet}}
)
LIMIT {limit:UInt32}
