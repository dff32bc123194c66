-- The newest audit of the whole index that came to a verdict, and how many differences it left unrepaired.
SELECT slot, JSONExtractUInt(detail, 'unrepaired') AS unrepaired
FROM audits
WHERE launch_id IS NULL AND verdict != 'failed'
ORDER BY slot DESC, started_at DESC
LIMIT 1
