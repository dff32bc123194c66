SELECT launch_id, role, amount, slot, closed
FROM token_account_versions
WHERE revision >= {from:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY launch_id, role, slot DESC, revision DESC
LIMIT 1 BY launch_id, role
