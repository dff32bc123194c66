SELECT from_slot, to_slot, state, revision
FROM coverage
WHERE revision <= {revision:UInt64}
ORDER BY from_slot, state, revision DESC
LIMIT 1 BY from_slot, state
