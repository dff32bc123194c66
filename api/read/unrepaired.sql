-- The newest audit of the whole index with a verdict, and how many differences it left unrepaired.
WITH (SELECT groupArray((to_slot, revision)) FROM take_backs) AS taken
SELECT slot, JSONExtractUInt(detail, 'unrepaired') AS unrepaired
FROM audits
WHERE launch_id IS NULL AND verdict != 'failed'
  AND NOT arrayExists(back -> back.1 < audits.slot AND back.2 > audits.revision, taken)
ORDER BY slot DESC, started_at DESC
LIMIT 1
