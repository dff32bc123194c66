-- The facts of every record of one wallet, as core/rules folds them.
SELECT
    record_id,
    any(program) AS record_program,
    toUnixTimestamp64Milli(minIf(at, kind = 'accrued')) AS created_ms,
    countIf(kind = 'held') > 0 AND maxIf(at, kind = 'held') >= maxIf(at, kind = 'released') AS on_hold,
    toUnixTimestamp64Milli(maxIf(at, kind = 'released')) AS released_ms,
    countIf(kind = 'paid') > 0 AS settled,
    toUnixTimestamp64Milli(minIf(at, kind = 'paid')) AS paid_ms,
    argMinIf(tx_signature, at, kind = 'paid') AS signature,
    if(
        countIf(kind = 'priced' AND NOT (premature = 1 AND program IN {fee_share:Array(String)})) > 0,
        argMaxIf(amount_base_units, at, kind = 'priced' AND NOT (premature = 1 AND program IN {fee_share:Array(String)})),
        anyIf(amount_base_units, kind = 'accrued')
    ) AS amount
FROM reward_events_by_wallet
WHERE wallet = {wallet:String} AND revision <= {revision:UInt64}
  AND ({any_program:Bool} OR program = {program:String})
GROUP BY record_id
HAVING countIf(kind = 'voided') = 0
