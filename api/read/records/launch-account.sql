SELECT
    'launch_config' AS account_kind,
    hex({{launch_bytes}}) AS data_hex,
    lamports,
    closed
FROM launch_versions
WHERE address = unhex({address:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
