-- What the index holds of every account that exists at a checkpoint: what it is, and the MD5 of its bytes followed
-- by its lamports as u64 LE. MD5 stands for equality of two copies of our own data, not for security.
WITH
    reinterpretAsFixedString(lamports) AS lamports_le
SELECT
    hex(address) AS account,
    'pledge' AS kind,
    launch_id AS launch,
    hex(pledger) AS wallet,
    hex(MD5(concat(
        unhex({pledge_discriminator:String}), header, reinterpretAsFixedString(launch_id), pledger,
        reinterpretAsFixedString(amount), reinterpretAsFixedString(tokens_released), char(refunded),
        reinterpretAsFixedString(pledged_ts), tail, lamports_le))) AS digest
FROM
(
    SELECT * FROM pledge_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY launch_id, pledger
)
WHERE closed = 0

UNION ALL

SELECT
    hex(address),
    'launch',
    launch_id,
    '',
    hex(MD5(concat(
        unhex({launch_discriminator:String}), header, char(status), reinterpretAsFixedString(launch_id),
        authority, launch_mint, pledge_mint, escrow_token_account,
        reinterpretAsFixedString(min_raise), reinterpretAsFixedString(max_raise),
        reinterpretAsFixedString(token_allocation), reinterpretAsFixedString(total_pledged),
        reinterpretAsFixedString(pledger_count), reinterpretAsFixedString(start_ts),
        reinterpretAsFixedString(end_ts), reinterpretAsFixedString(release_start_ts),
        reinterpretAsFixedString(release_cliff_seconds), reinterpretAsFixedString(release_duration_seconds),
        reinterpretAsFixedString(max_pledge_per_wallet), tail, lamports_le)))
FROM
(
    SELECT * FROM launch_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)
WHERE closed = 0

UNION ALL

SELECT hex(address), toString(role), launch_id, '', hex(MD5(concat(data, lamports_le)))
FROM
(
    SELECT * FROM token_account_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)
WHERE closed = 0

UNION ALL

SELECT hex(address), 'mint', toUInt64(0), '', hex(MD5(concat(data, lamports_le)))
FROM
(
    SELECT * FROM mint_versions
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY slot DESC, revision DESC
    LIMIT 1 BY address
)
WHERE closed = 0
