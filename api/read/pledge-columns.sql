launch_id,
hex(pledger) AS pledger_hex,
hex(address) AS address_hex,
amount,
tokens_released,
refunded,
pledged_ts,
if(changed_slot = 0, slot, changed_slot) AS updated_slot,
closed
