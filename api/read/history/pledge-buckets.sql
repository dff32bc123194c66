SELECT
    toUInt32(intDiv(toUInt128(amount) - toUInt128({least:UInt64}), {width:UInt128})) AS bucket,
    toUInt32(count()) AS pledges,
    sum(toUInt128(amount)) AS total
FROM
(
    SELECT amount, closed
    FROM pledge_versions
    WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY pledger, slot DESC, revision DESC
    LIMIT 1 BY pledger
)
WHERE closed = 0
GROUP BY bucket
ORDER BY bucket
