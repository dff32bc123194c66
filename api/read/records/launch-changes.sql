-- A row names the slot of its change, or the slot of the change that it only repeats.
SELECT
    min(changed) AS first_slot,
    max(changed) AS last_slot,
    maxOrNullIf(changed, changed < {around:UInt64}) AS previous_slot,
    minOrNullIf(changed, changed > {around:UInt64}) AS next_slot
FROM
(
    SELECT if(changed_slot = 0, slot, changed_slot) AS changed
    FROM launch_versions
    WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    UNION ALL
    SELECT if(changed_slot = 0, slot, changed_slot)
    FROM pledge_versions
    WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    UNION ALL
    SELECT if(changed_slot = 0, slot, changed_slot)
    FROM token_account_versions
    WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
)
