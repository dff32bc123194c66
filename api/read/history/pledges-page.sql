SELECT *
FROM
(
    SELECT
        {{pledge_columns}}
    FROM pledge_versions
    WHERE launch_id = {launch_id:UInt64}
      AND ({from_start:Bool} OR pledger > unhex({after:String}))
      AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY pledger, slot DESC, revision DESC
    LIMIT 1 BY pledger
)
WHERE closed = 0 AND amount >= {min_amount:UInt64}
LIMIT {limit:UInt32}
