-- A transaction may move tokens of several launches. A launch is also changed by transactions that move none.
SELECT launch_id, min(at) AS first_slot
FROM
(
    SELECT launch_id, slot AS at
    FROM
    (
        {{flows_of_transaction}}
    )
    UNION ALL
    SELECT launch_id, slot
    FROM launch_versions
    WHERE signature = unhex({signature:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
)
GROUP BY launch_id
ORDER BY launch_id DESC
LIMIT {limit:UInt32}
