-- A payment that was only told (one without an amount) counts where its record is priced, and was mature and not held at
-- its moment; one that settlement matched with a transfer says its amount, and counts as it is. Records of
-- hive_contribution are never priced and never paid.
DROP VIEW IF EXISTS rewards;
CREATE VIEW IF NOT EXISTS rewards AS
WITH (SELECT max(revision) FROM reward_checkpoints) AS known_revision
SELECT
    record_id,
    program,
    wallet,
    created_at,
    if(
        paid,
        coalesce(payment.3, earlier_price, accrued_amount, prices[1].2),
        coalesce(newest_price, accrued_amount)
    ) AS amount_base_units,
    holds > 0 AND empty(releases) AS held,
    if(empty(releases), NULL, arrayMin(releases)) AS released_at,
    paid,
    if(paid, payment.1, NULL) AS paid_at,
    payment.2 AS tx_signature,
    payment.4 AS settled_slot
FROM
(
    WITH
        groupArrayIf(event.at, event.kind = 'held') AS holdings,
        groupArrayIf(event.at, event.kind = 'released') AS releasings,
        maxIf(event.at, event.kind = 'held') AS held_at,
        arraySort(arrayFilter(
            one -> program != 'hive_contribution' AND (one.3 IS NOT NULL OR (
                (notEmpty(prices) OR accrued_amount IS NOT NULL)
                AND one.1 >= created_at + toIntervalDay(7)
                AND NOT arrayExists(
                    held -> held <= one.1
                        AND NOT arrayExists(released -> released > held AND released <= one.1, releasings),
                    holdings
                )
            )),
            groupArrayIf((event.at, event.tx_signature, event.amount_base_units, event.settled_slot), event.kind = 'paid')
        )) AS payments
    SELECT
        record_id,
        anyIf(event.program, event.kind = 'accrued') AS program,
        anyIf(event.wallet, event.kind = 'accrued') AS wallet,
        minIf(event.at, event.kind = 'accrued') AS created_at,
        countIf(event.kind = 'held') AS holds,
        arrayFilter(moment -> holds > 0 AND moment > held_at, releasings) AS releases,
        arraySort(arrayFilter(
            price -> program != 'hive_contribution'
                AND NOT (price.3 = 1 AND program IN ('referral', 'clone', 'integrator')),
            groupArrayIf((event.at, event.amount_base_units, event.premature), event.kind = 'priced')
        )) AS prices,
        anyIf(event.amount_base_units, event.kind = 'accrued') AS accrued_amount,
        notEmpty(payments) AS paid,
        if(paid, payments[1], (toDateTime64(0, 3, 'UTC'), '', NULL, NULL)) AS payment,
        arrayFilter(price -> price.1 <= payment.1, prices)[-1].2 AS earlier_price,
        prices[-1].2 AS newest_price
    FROM (SELECT * FROM reward_events WHERE revision <= known_revision) AS event
    GROUP BY record_id
    HAVING countIf(event.kind = 'accrued') > 0 AND countIf(event.kind = 'voided') = 0
);
