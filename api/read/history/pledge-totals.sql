-- The terms of each launch come in parallel arrays.
-- The product of two UInt64 fits UInt128. Sums and differences wrap silently, so each is one size wider than its operands.
SELECT
    launch_id,
    sum(toUInt256(allocated)) AS allocated_total,
    sum(toUInt128(amount)) AS refundable_total,
    sumIf(toUInt128(amount), refunded = 1) AS refunded_total,
    countIf(refunded = 1) AS refunded_count,
    sum(toUInt128(tokens_released)) AS released_total,
    sum(toUInt256(if(allocated > tokens_released, toInt256(allocated) - toInt256(tokens_released), 0))) AS owed_total
FROM
(
    SELECT
        *,
        intDivOrZero(
            toUInt128(amount)
                * toUInt128({token_allocations:Array(UInt64)}[indexOf({launch_ids:Array(UInt64)}, launch_id)]),
            toUInt128({totals_pledged:Array(UInt64)}[indexOf({launch_ids:Array(UInt64)}, launch_id)])
        ) AS allocated
    FROM
    (
        {{pledges_of_launches}}
    )
)
WHERE closed = 0
GROUP BY launch_id
