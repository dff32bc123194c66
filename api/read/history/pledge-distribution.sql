-- Places count from 1, the smallest amount first; swapping equal amounts does not change any sum. The sorted amounts
-- stay in ClickHouse: as a column of the answer they would be as long as the listing.
WITH arraySort(groupArray(amount)) AS sorted
SELECT
    toUInt32(count()) AS pledges,
    sum(toUInt128(amount)) AS total,
    sum(toUInt256(amount) * toUInt256(place)) AS ranked_sum,
    arrayMap(percent -> sorted[greatest(1, intDiv(pledges * percent + 99, 100))], {percents:Array(UInt8)}) AS quantiles
FROM
(
    SELECT amount, row_number() OVER (ORDER BY amount) AS place
    FROM
    (
        {{pledges_of_launch}}
    )
    WHERE closed = 0
)
