-- The facts of every record of one wallet, folded as in core/rules. No event is at the epoch, which stands for a missing
-- time.
SELECT
    record_id,
    record_program,
    toUnixTimestamp64Milli(created) AS created_ms,
    toUnixTimestamp64Milli(released_at) AS released_ms,
    holds > 0 AND released_ms = 0 AS on_hold,
    settled,
    toUnixTimestamp64Milli(payment.1) AS paid_ms,
    payment.2 AS signature,
    if(
        settled,
        coalesce(payment.3, earlier_price, accrued_amount, prices[1].2),
        coalesce(newest_price, accrued_amount)
    ) AS amount
FROM
(
    WITH
        toDateTime64(0, 3, 'UTC') AS epoch,
        groupArrayIf(at, kind = 'held') AS holdings,
        groupArrayIf(at, kind = 'released') AS releasings,
        maxIf(at, kind = 'held') AS held_at,
        arrayFilter(moment -> moment > held_at, releasings) AS releases,
        -- A reported payment counts if its record was priced, mature and not held at that time; one that settlement
        -- matched with a transfer states its amount and always counts.
        arraySort(arrayFilter(
            paid -> any(program) NOT IN {history_only:Array(String)} AND (paid.3 IS NOT NULL OR (
                (notEmpty(prices) OR accrued_amount IS NOT NULL)
                AND toUnixTimestamp64Milli(paid.1) >= toUnixTimestamp64Milli(created) + {review_ms:Int64}
                AND NOT arrayExists(
                    held -> held <= paid.1
                        AND NOT arrayExists(released -> released > held AND released <= paid.1, releasings),
                    holdings
                )
            )),
            groupArrayIf((at, tx_signature, amount_base_units), kind = 'paid')
        )) AS payments
    SELECT
        record_id,
        any(program) AS record_program,
        minIf(at, kind = 'accrued') AS created,
        countIf(kind = 'held') AS holds,
        if(holds = 0 OR empty(releases), epoch, arrayMin(releases)) AS released_at,
        arraySort(groupArrayIf(
            (at, amount_base_units),
            kind = 'priced' AND program NOT IN {history_only:Array(String)}
                AND NOT (premature = 1 AND program IN {fee_share:Array(String)})
        )) AS prices,
        anyIf(amount_base_units, kind = 'accrued') AS accrued_amount,
        notEmpty(payments) AS settled,
        if(settled, payments[1], (epoch, '', NULL)) AS payment,
        arrayFilter(price -> price.1 <= payment.1, prices)[-1].2 AS earlier_price,
        prices[-1].2 AS newest_price
    FROM reward_events_by_wallet
    WHERE wallet = {wallet:String} AND revision <= {revision:UInt64}
      AND ({any_program:Bool} OR program = {program:String})
    GROUP BY record_id
    HAVING countIf(kind = 'voided') = 0
)
