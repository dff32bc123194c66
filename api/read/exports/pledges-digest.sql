-- Each row's CSV line by its SHA-256, added up as big-endian integers; sums of UInt256 wrap, as they should here.
SELECT
    count() AS row_count,
    sum(reinterpretAsUInt256(reverse(SHA256(line)))) AS line_sum
FROM
(
    SELECT
        {{pledge_line}}
    FROM
    (
        {{pledges_of_launch}}
    )
    WHERE closed = 0
)
SETTINGS max_threads = 1
