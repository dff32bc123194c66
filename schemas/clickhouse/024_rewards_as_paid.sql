-- A paid record is worth what was paid for it, where that was told, and never what was priced after it; a release counts
-- where a hold lies before it.
DROP VIEW IF EXISTS rewards;
CREATE VIEW IF NOT EXISTS rewards AS
WITH (SELECT max(revision) FROM reward_checkpoints) AS known_revision
SELECT
    record_id,
    program,
    wallet,
    created_at,
    coalesce(paid_amount, priced_amount, accrued_amount) AS amount_base_units,
    holds > 0 AND empty(releases) AS held,
    if(empty(releases), NULL, arrayMin(releases)) AS released_at,
    paid,
    if(paid, first_paid, NULL) AS paid_at,
    tx_signature
FROM
(
    WITH
        maxIf(event.at, event.kind = 'held') AS held_at,
        arrayFilter(
            price -> (paid = 0 OR price.1 <= first_paid)
                AND NOT (price.3 = 1 AND program IN ('referral', 'clone', 'integrator')),
            groupArrayIf((event.at, event.amount_base_units, event.premature), event.kind = 'priced')
        ) AS prices
    SELECT
        record_id,
        anyIf(event.program, event.kind = 'accrued') AS program,
        anyIf(event.wallet, event.kind = 'accrued') AS wallet,
        minIf(event.at, event.kind = 'accrued') AS created_at,
        countIf(event.kind = 'held') AS holds,
        arrayFilter(moment -> holds > 0 AND moment > held_at, groupArrayIf(event.at, event.kind = 'released')) AS releases,
        countIf(event.kind = 'paid') > 0 AS paid,
        minIf(event.at, event.kind = 'paid') AS first_paid,
        argMinIf(event.tx_signature, event.at, event.kind = 'paid') AS tx_signature,
        argMinIf((event.amount_base_units,), event.at, event.kind = 'paid').1 AS paid_amount,
        if(
            empty(prices), NULL,
            arrayReduce('argMax', arrayMap(price -> price.2, prices), arrayMap(price -> price.1, prices))
        ) AS priced_amount,
        anyIf(event.amount_base_units, event.kind = 'accrued') AS accrued_amount
    FROM (SELECT * FROM reward_events WHERE revision <= known_revision) AS event
    GROUP BY record_id
    HAVING countIf(event.kind = 'accrued') > 0 AND countIf(event.kind = 'voided') = 0
);
