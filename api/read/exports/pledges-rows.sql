-- One row: the next pledges in key order as columns of text, and the sum over their CSV lines.
SELECT
    count() AS row_count,
    sum(reinterpretAsUInt256(reverse(SHA256(
        concat(c1, ',', c2, ',', c3, ',', c4, ',', c5, ',', c6, ',', c7)
    )))) AS line_sum,
    hex(max(key)) AS last_key,
    [
        groupArray(c1),
        groupArray(c2),
        groupArray(c3),
        groupArray(c4),
        groupArray(c5),
        groupArray(c6),
        groupArray(c7)
    ] AS cells
FROM
(
    SELECT
        pledger AS key,
        base58Encode(pledger) AS c1,
        base58Encode(address) AS c2,
        toString(amount) AS c3,
        toString(tokens_released) AS c4,
        if(refunded = 1, 'true', 'false') AS c5,
        toString(pledged_ts) AS c6,
        toString(slot) AS c7
    FROM
    (
        SELECT pledger, address, amount, tokens_released, refunded, pledged_ts, slot, closed
        FROM pledge_versions
        WHERE launch_id = {launch_id:UInt64}
          AND ({from_start:Bool} OR pledger > unhex({after:String}))
          AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
        ORDER BY pledger, slot DESC, revision DESC
        LIMIT 1 BY pledger
    )
    WHERE closed = 0
    LIMIT {limit:UInt32}
)
