SELECT
    toUInt32(intDiv(toUInt128(amount) - toUInt128({least:UInt64}), {width:UInt128})) AS bucket,
    toUInt32(count()) AS pledges,
    sum(toUInt128(amount)) AS total
FROM
(
    {{pledges_of_launch}}
)
WHERE closed = 0
GROUP BY bucket
ORDER BY bucket
