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
FROM escrow_flows
WHERE launch_id = {launch_id:UInt64}
  AND (
      {from_start:Bool}
      OR slot > {after_slot:UInt64}
      OR (slot = {after_slot:UInt64} AND (signature, ordinal) > (unhex({after_signature:String}), {after_ordinal:UInt32}))
  )
  AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot, signature, ordinal, revision DESC
LIMIT 1 BY slot, signature, ordinal
LIMIT {limit:UInt32}
