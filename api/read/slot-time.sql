SELECT assumeNotNull(block_time) AS known_time
FROM slots
WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64} AND block_time IS NOT NULL
ORDER BY slot DESC, revision DESC
LIMIT 1
