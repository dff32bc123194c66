SELECT maxOrNull(slot) AS verified_slot
FROM audits
WHERE launch_id IS NULL AND verdict = 'equal' AND slot <= {slot:UInt64}
