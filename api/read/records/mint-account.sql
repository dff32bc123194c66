SELECT
    'mint' AS account_kind,
    hex(data) AS data_hex,
    lamports,
    closed
FROM mint_versions
WHERE address = unhex({address:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
