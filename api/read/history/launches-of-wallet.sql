SELECT launch_id
FROM
(
    SELECT launch_id, closed
    FROM pledge_wallets
    WHERE pledger = unhex({pledger:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY launch_id, slot DESC, revision DESC
    LIMIT 1 BY launch_id
)
WHERE closed = 0
