SELECT
    {{pledge_columns}}
FROM
(
    {{pledges_after}}
)
WHERE closed = 0 AND amount >= {min_amount:UInt64}
LIMIT {limit:UInt32}
