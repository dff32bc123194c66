-- The fields in the order in which the account holds them; integers lie little-endian, here as on chain.
SELECT
    'launch_config' AS account_kind,
    hex(concat(
        header,
        reinterpretAsFixedString(status),
        reinterpretAsFixedString(launch_id),
        authority,
        launch_mint,
        pledge_mint,
        escrow_token_account,
        reinterpretAsFixedString(min_raise),
        reinterpretAsFixedString(max_raise),
        reinterpretAsFixedString(token_allocation),
        reinterpretAsFixedString(total_pledged),
        reinterpretAsFixedString(pledger_count),
        reinterpretAsFixedString(start_ts),
        reinterpretAsFixedString(end_ts),
        reinterpretAsFixedString(release_start_ts),
        reinterpretAsFixedString(release_cliff_seconds),
        reinterpretAsFixedString(release_duration_seconds),
        reinterpretAsFixedString(max_pledge_per_wallet),
        tail
    )) AS data_hex,
    lamports,
    closed
FROM launch_versions
WHERE address = unhex({address:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
ORDER BY slot DESC, revision DESC
LIMIT 1
