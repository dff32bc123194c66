SELECT
    {{pledge_columns}},
    multiIf(
        {order_by:String} = 'amount_desc', toInt128(amount),
        {order_by:String} = 'pledged_ts_desc', toInt128(pledged_ts),
        toInt128(updated_slot)
    ) AS rank
FROM
(
    {{pledges_of_launch}}
)
WHERE closed = 0
  AND amount >= {min_amount:UInt64}
  AND (
      {from_start:Bool}
      OR rank < {after_rank:Int128}
      OR (rank = {after_rank:Int128} AND pledger_hex > {after:String})
  )
ORDER BY rank DESC, pledger_hex
LIMIT {limit:UInt32}
