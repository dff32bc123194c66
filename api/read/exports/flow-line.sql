concat(
    toString(launch_id), ',',
    toString(slot), ',',
    ifNull(formatDateTime(toDateTime64(block_time, 0, 'UTC'), '%Y-%m-%dT%H:%i:%SZ'), ''), ',',
    base58Encode(signature), ',',
    toString(ordinal), ',',
    toString(direction), ',',
    kind, ',',
    if(wallet = toFixedString('', 32), '', base58Encode(wallet)), ',',
    base58Encode(mint), ',',
    toString(amount)
) AS line
