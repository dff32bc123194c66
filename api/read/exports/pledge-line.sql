concat(
    base58Encode(pledger), ',',
    base58Encode(address), ',',
    toString(amount), ',',
    toString(tokens_released), ',',
    if(refunded = 1, 'true', 'false'), ',',
    toString(pledged_ts), ',',
    toString(updated_slot)
) AS line
