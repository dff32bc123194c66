SELECT
    {{pledge_columns}}
FROM pledge_versions
WHERE launch_id = {launch_id:UInt64}
  AND pledger = unhex({pledger:String})
  AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
