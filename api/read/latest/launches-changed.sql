SELECT
    {{launch_columns}}
FROM launch_versions
WHERE revision >= {from:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY launch_id, slot DESC, revision DESC
LIMIT 1 BY launch_id
