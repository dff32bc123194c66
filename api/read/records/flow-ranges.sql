SELECT from_slot, to_slot
FROM flow_coverage
WHERE from_slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY from_slot, revision DESC
LIMIT 1 BY from_slot
