-- Payments that no transfer confirms. Each must name a transaction that moved reward tokens out of the treasury
-- to the wallet of its record, and all payments of one transaction and wallet together must not be worth more
-- than it moved there.
WITH
    {mint:String} AS reward_mint,
    (SELECT max(revision) FROM reward_checkpoints) AS known,
    claims AS
    (
        SELECT
            record_id,
            tx_signature AS tx,
            min(at) AS paid_at,
            argMin((amount_base_units,), at).1 AS stated,
            argMin((settled_slot,), at).1 AS settled
        FROM (SELECT * FROM reward_events FINAL WHERE kind = 'paid' AND revision <= known)
        WHERE ifNull(settled_slot, 0) <= {slot:UInt64}
        GROUP BY record_id, tx
    ),
    records AS
    (
        SELECT
            record_id,
            anyIf(wallet, kind = 'accrued') AS owner,
            anyIf(program, kind = 'accrued') AS owner_program,
            anyIf(amount_base_units, kind = 'accrued') AS accrued_amount,
            groupArrayIf((at, amount_base_units, premature), kind = 'priced') AS prices
        FROM (SELECT * FROM reward_events FINAL WHERE revision <= known)
        WHERE record_id IN (SELECT record_id FROM claims)
        GROUP BY record_id
    ),
    worths AS
    (
        SELECT
            claims.record_id AS record,
            claims.tx AS tx,
            claims.settled AS settled_slot,
            records.owner AS owner,
            arraySort(arrayFilter(
                price -> NOT (price.3 = 1 AND records.owner_program IN {fee_share:Array(String)}),
                records.prices
            )) AS counting,
            coalesce(
                claims.stated,
                arrayFilter(price -> price.1 <= claims.paid_at, counting)[-1].2,
                records.accrued_amount,
                counting[1].2,
                0
            ) AS worth
        FROM claims
        LEFT JOIN records ON records.record_id = claims.record_id
    ),
    standing AS
    (
        SELECT base58Encode(signature) AS tx, base58Encode(destination_wallet) AS receiver, base58Encode(mint) AS token, amount
        FROM
        (
            SELECT *, $died AS died FROM treasury_transfers
            WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
            ORDER BY slot, signature, ordinal, revision DESC
            LIMIT 1 BY treasury, slot, signature, ordinal
        )
        WHERE NOT died
    ),
    moved AS
    (
        SELECT tx, receiver, sum(toUInt128(amount)) AS total
        FROM standing
        WHERE token = reward_mint
        GROUP BY tx, receiver
    )
SELECT
    toString(claimed.record) AS record,
    claimed.tx AS tx,
    claimed.owner AS wallet,
    toString(claimed.together) AS worthTogether,
    toString(count() OVER ()) AS unborne,
    toString(claimed.settled_slot) AS settledSlot,
    claimed.tx IN (SELECT tx FROM standing) AS seen
FROM
(
    SELECT *, sum(toUInt128(worth)) OVER (PARTITION BY tx, owner) AS together
    FROM worths
) AS claimed
LEFT JOIN moved ON moved.tx = claimed.tx AND moved.receiver = claimed.owner
WHERE if(claimed.owner = '', claimed.tx NOT IN (SELECT tx FROM moved), moved.tx = '' OR claimed.together > moved.total)
ORDER BY claimed.record
LIMIT {most:UInt64}
