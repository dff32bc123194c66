-- The facts of every record of one wallet, as core/rules folds them. No event is of the epoch, which is where a moment
-- lies that no event has.
SELECT
    record_id,
    record_program,
    toUnixTimestamp64Milli(created) AS created_ms,
    toUnixTimestamp64Milli(released_at) AS released_ms,
    holds > 0 AND released_ms = 0 AS on_hold,
    settled,
    toUnixTimestamp64Milli(paid_at) AS paid_ms,
    signature,
    coalesce(paid_amount, priced_amount, accrued_amount) AS amount
FROM
(
    WITH
        toDateTime64(0, 3, 'UTC') AS epoch,
        maxIf(at, kind = 'held') AS held_at,
        minIf(at, kind = 'paid') AS paid_at,
        arrayFilter(moment -> moment > held_at, groupArrayIf(at, kind = 'released')) AS releases,
        arrayFilter(
            price -> settled = 0 OR price.1 <= paid_at,
            groupArrayIf((at, amount_base_units), kind = 'priced' AND NOT (premature = 1 AND program IN {fee_share:Array(String)}))
        ) AS prices
    SELECT
        record_id,
        any(program) AS record_program,
        minIf(at, kind = 'accrued') AS created,
        countIf(kind = 'held') AS holds,
        if(holds = 0 OR empty(releases), epoch, arrayMin(releases)) AS released_at,
        countIf(kind = 'paid') > 0 AS settled,
        paid_at,
        argMinIf(tx_signature, at, kind = 'paid') AS signature,
        argMinIf((amount_base_units,), at, kind = 'paid').1 AS paid_amount,
        if(empty(prices), NULL, arrayReduce('argMax', arrayMap(price -> price.2, prices), arrayMap(price -> price.1, prices))) AS priced_amount,
        anyIf(amount_base_units, kind = 'accrued') AS accrued_amount
    FROM reward_events_by_wallet
    WHERE wallet = {wallet:String} AND revision <= {revision:UInt64}
      AND ({any_program:Bool} OR program = {program:String})
    GROUP BY record_id
    HAVING countIf(kind = 'voided') = 0
)
