-- One row: the next pledges in key order as CSV lines, and the sum over them. One thread, so that an export does not
-- slow other queries.
SELECT
    count() AS row_count,
    sum(reinterpretAsUInt256(reverse(SHA256(line)))) AS line_sum,
    hex(max(key)) AS last_key,
    arrayStringConcat(groupArray(line), '\n') AS lines
FROM
(
    SELECT
        pledger AS key,
        {{pledge_line}}
    FROM
    (
        {{pledges_after}}
    )
    WHERE closed = 0
    LIMIT {limit:UInt32}
)
-- After the last pledge there is no next key.
HAVING row_count > 0
SETTINGS max_threads = 1
