SELECT slot, assumeNotNull(block_time) AS known_time
FROM slots
WHERE slot IN ({slots:Array(UInt64)}) AND revision <= {revision:UInt64} AND block_time IS NOT NULL
ORDER BY slot, revision DESC
LIMIT 1 BY slot
