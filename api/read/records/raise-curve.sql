-- Steps are the versions in which the raise differs from the previous version. Of n steps, those at `points` evenly
-- spread places are kept, always including the first and the last.
WITH
    steps AS
    (
        SELECT slot AS step_slot, total_pledged, pledger_count
        FROM
        (
            SELECT
                slot,
                total_pledged,
                pledger_count,
                lagInFrame(toNullable(total_pledged)) OVER w AS pledged_before,
                lagInFrame(toNullable(pledger_count)) OVER w AS pledgers_before
            FROM
            (
                SELECT slot, total_pledged, pledger_count, closed
                FROM launch_versions
                WHERE launch_id = {launch_id:UInt64} AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
                ORDER BY slot, revision DESC
                LIMIT 1 BY slot
            )
            WHERE closed = 0
            WINDOW w AS (ORDER BY slot ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
        )
        WHERE pledged_before IS NULL OR total_pledged != pledged_before OR pledger_count != pledgers_before
    ),
    numbered AS
    (
        SELECT *, row_number() OVER (ORDER BY step_slot) - 1 AS i, count() OVER () AS n
        FROM steps
    )
SELECT
    step_slot,
    total_pledged,
    pledger_count,
    n AS steps
FROM numbered
WHERE n <= {points:UInt32}
   OR intDiv(intDiv(i * ({points:UInt32} - 1) + n - 2, n - 1) * (n - 1), {points:UInt32} - 1) = i
ORDER BY step_slot
