-- The product of two UInt64 fits UInt128. Sums wrap silently, so each is one size wider than its summands.
SELECT
    sum(
        toUInt256(
            intDivOrZero(
                toUInt128(amount) * toUInt128({token_allocation:UInt64}),
                toUInt128({total_pledged:UInt64})
            )
        )
    ) AS allocated_total,
    sum(toUInt128(amount)) AS refundable_total,
    sumIf(toUInt128(amount), refunded = 1) AS refunded_total,
    countIf(refunded = 1) AS refunded_count
FROM
(
    {{pledges_of_launch}}
)
WHERE closed = 0
