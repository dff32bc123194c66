WITH (SELECT groupArray((to_slot, revision)) FROM take_backs) AS taken
SELECT
    slot AS audit_slot,
    launch_id,
    ifNull(toInt128(launch_id), -1) AS launch_rank,
    verdict,
    accounts,
    differences,
    lower(hex(chain_digest)) AS chain_hex,
    lower(hex(index_digest)) AS index_hex,
    detail,
    started_at,
    finished_at,
    toUnixTimestamp64Milli(started_at) AS started_ms
FROM audits
WHERE slot <= {slot:UInt64}
  AND NOT arrayExists(back -> back.1 < audits.slot AND back.2 > audits.revision, taken)
  AND (
      {from_start:Bool}
      OR (slot, toUnixTimestamp64Milli(started_at), ifNull(toInt128(launch_id), -1))
          < ({after_slot:UInt64}, {after_started_ms:Int64}, {after_launch_rank:Int128})
  )
ORDER BY slot DESC, started_ms DESC, launch_rank DESC
LIMIT {limit:UInt32}
