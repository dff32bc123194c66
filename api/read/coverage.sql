SELECT DISTINCT from_slot, to_slot, state, revision, at
FROM coverage
WHERE revision <= {revision:UInt64}
