-- For each time, the newest slot that the index knew of by then: everything later belongs to later slots.
SELECT toString(moment) AS moment_ms, max(slot) AS seen_slot
FROM
(
    SELECT slot, toUnixTimestamp64Milli(indexed_at) AS seen_ms FROM checkpoints
    UNION ALL
    SELECT to_slot AS slot, toUnixTimestamp64Milli(at) AS seen_ms FROM coverage
) AS seen
CROSS JOIN (SELECT arrayJoin({moments:Array(Int64)}) AS moment) AS asked
WHERE seen_ms <= moment
GROUP BY moment
