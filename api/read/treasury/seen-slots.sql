-- For each time, the newest slot that the index knew of by then: everything later belongs to later slots.
SELECT toString(moment) AS moment_ms, max(slot) AS seen_slot
FROM
(
    SELECT slot, toUnixTimestamp64Milli(indexed_at) AS reported_ms FROM checkpoints
    UNION ALL
    SELECT to_slot AS slot, toUnixTimestamp64Milli(at) AS reported_ms FROM coverage
) AS reported
CROSS JOIN (SELECT arrayJoin({moments:Array(Int64)}) AS moment) AS asked
WHERE indexed_ms <= moment
GROUP BY moment
