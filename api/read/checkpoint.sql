SELECT
    slot,
    revision,
    chain_slot,
    slot_time,
    commitment,
    indexed_at,
    take_back_revision,
    finalized_slot,
    tokens_by_transactions
FROM checkpoints
ORDER BY revision DESC
LIMIT 1
