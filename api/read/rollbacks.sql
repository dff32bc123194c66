SELECT to_slot, revision
FROM take_backs
WHERE revision > {after:UInt64}
ORDER BY revision DESC
LIMIT 1000
