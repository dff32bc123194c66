SELECT record_id, kind, at, program, amount_base_units, premature, tx_signature, revision,
    (SELECT max(revision) FROM reward_checkpoints) AS reach
FROM reward_events_by_wallet
WHERE wallet = {wallet:String}
LIMIT {most:UInt64}
