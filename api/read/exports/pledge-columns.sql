pledger,
address,
amount,
tokens_released,
refunded,
pledged_ts,
if(changed_slot = 0, slot, changed_slot) AS updated_slot,
closed
