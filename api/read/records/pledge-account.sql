SELECT
    'pledge' AS account_kind,
    hex({{pledge_bytes}}) AS data_hex,
    lamports,
    closed
FROM pledge_versions
WHERE address = unhex({address:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
