SELECT slot, assumeNotNull(block_time) AS known_time
FROM slots
WHERE revision >= {from:UInt64} AND (revision > {from:UInt64} OR slot >= {next:UInt64})
  AND revision <= {revision:UInt64} AND slot <= {slot:UInt64} AND block_time IS NOT NULL
ORDER BY slot, revision
