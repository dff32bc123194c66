SELECT record_id, kind, at, program, amount_base_units, premature, tx_signature
FROM reward_events_by_wallet
WHERE wallet = {wallet:String} AND revision <= {revision:UInt64}
LIMIT {most:UInt64}
