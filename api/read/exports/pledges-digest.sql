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
        SELECT
            {{pledge_values}}
        FROM pledge_versions
        WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
        ORDER BY pledger, slot DESC, revision DESC
        LIMIT 1 BY pledger
    )
    WHERE closed = 0
)
SETTINGS max_threads = 1
