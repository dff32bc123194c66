SELECT DISTINCT
    from_slot,
    least(to_slot, {slot:UInt64}) AS last_slot,
    state,
    source,
    cause,
    revision,
    at
FROM coverage
WHERE from_slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY from_slot, state, revision DESC, to_slot
