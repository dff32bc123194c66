SELECT
    base58Encode(account) AS pubkey,
    kind,
    launch_id,
    field,
    indexed,
    chain,
    repaired
FROM
(
    SELECT *
    FROM audit_differences
    WHERE slot = {audit_slot:UInt64} AND started_at = fromUnixTimestamp64Milli({started_ms:Int64}, 'UTC')
    ORDER BY account, field, revision DESC
    LIMIT 1 BY account, field
)
ORDER BY account, field != 'exists', field
LIMIT {limit:UInt32}
