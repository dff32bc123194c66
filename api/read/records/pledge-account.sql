-- The fields in the order in which the account holds them; integers lie little-endian, here as on chain.
SELECT
    'pledge' AS account_kind,
    hex(concat(
        header,
        reinterpretAsFixedString(launch_id),
        pledger,
        reinterpretAsFixedString(amount),
        reinterpretAsFixedString(tokens_released),
        reinterpretAsFixedString(refunded),
        reinterpretAsFixedString(pledged_ts),
        tail
    )) AS data_hex,
    lamports,
    closed
FROM pledge_versions
WHERE address = unhex({address:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
