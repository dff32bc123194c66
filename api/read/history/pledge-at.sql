SELECT
    launch_id,
    hex(pledger) AS pledger_hex,
    hex(address) AS address_hex,
    amount,
    tokens_released,
    refunded,
    pledged_ts,
    if(changed_slot = 0, slot, changed_slot) AS updated_slot,
    closed
FROM pledge_versions
WHERE launch_id = {launch_id:UInt64}
  AND pledger = unhex({pledger:String})
  AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
