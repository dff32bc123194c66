SELECT
    {{launch_columns}}
FROM launch_versions
WHERE launch_id IN ({launch_ids:Array(UInt64)})
  AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY launch_id, slot DESC, revision DESC
LIMIT 1 BY launch_id
