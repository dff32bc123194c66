SELECT
    slot,
    revision,
    chain_slot,
    slot_time,
    commitment,
    indexed_at,
    take_back_revision,
    finalized_slot,
    token_accounts
FROM checkpoints
ORDER BY revision DESC
LIMIT 1
