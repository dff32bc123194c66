SELECT slot, parent_slot, blockhash, block_time, block_height
FROM
(
    SELECT *
    FROM launchlens.slots
    WHERE slot <= (SELECT slot FROM checkpoint) AND revision <= (SELECT revision FROM checkpoint)
    ORDER BY slot, revision DESC
    LIMIT 1 BY slot
)
