-- A verdict on rolled-back slots no longer counts, even if it was written at the same time as the rollback.
WITH (SELECT groupArray((to_slot, revision)) FROM take_backs) AS taken
SELECT maxOrNull(slot) AS verified_slot
FROM audits
WHERE launch_id IS NULL AND verdict = 'equal' AND slot <= {slot:UInt64}
  AND NOT arrayExists(back -> back.1 < audits.slot AND back.2 > audits.revision, taken)
