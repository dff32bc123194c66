-- Accounts whose newest bytes match no known layout, with what they were when last readable, and the first slot above
-- that. An anchor only repeats an older state, so it makes nothing readable.
WITH
    raw AS
    (
        SELECT address AS account, owner AS program, slot AS at_slot, revision AS at_revision, lamports AS balance,
            substring(data, 1, 8) AS discriminator
        FROM quarantine
        WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ),
    known AS
    (
        SELECT
            account,
            any(sort) AS kind,
            any(launch) AS launch,
            any(wallet) AS wallet,
            max((changed, at_revision)) AS last,
            argMax(ended, (at_slot, at_revision)) AS gone
        FROM
        (
            SELECT address AS account, 'launch' AS sort, launch_id AS launch, toFixedString('', 32) AS wallet,
                slot AS at_slot, if(changed_slot = 0, slot, changed_slot) AS changed, revision AS at_revision, closed AS ended
            FROM launch_versions
            WHERE address IN (SELECT account FROM raw) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
            UNION ALL
            SELECT address, 'pledge', launch_id, pledger, slot, if(changed_slot = 0, slot, changed_slot), revision, closed
            FROM pledge_versions
            WHERE address IN (SELECT account FROM raw) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
            UNION ALL
            SELECT address, toString(role), launch_id, toFixedString('', 32), slot,
                if(changed_slot = 0, slot, changed_slot), revision, closed
            FROM token_account_versions
            WHERE address IN (SELECT account FROM raw) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
        )
        GROUP BY account
    )
SELECT
    base58Encode(raw.account) AS address_key,
    min(raw.at_slot) AS since_slot,
    any(known.kind) AS kind_name,
    any(known.launch) AS launch_number,
    base58Encode(any(known.wallet)) AS pledger_key,
    countIf(has(arrayMap(text -> unhex(text), {discriminators:Array(String)}), raw.discriminator)) > 0 AS ours
FROM raw
LEFT JOIN known ON known.account = raw.account
WHERE if(known.kind = '',
    raw.program = unhex({program:String}),
    (raw.at_slot, raw.at_revision) > known.last OR (known.gone = 1 AND raw.at_slot >= tupleElement(known.last, 1)))
GROUP BY raw.account
HAVING argMax(raw.balance, (raw.at_slot, raw.at_revision)) > 0 OR (any(known.kind) != '' AND any(known.gone) = 0)
ORDER BY since_slot, address_key
LIMIT {limit:UInt32}
