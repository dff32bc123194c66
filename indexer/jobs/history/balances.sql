-- What the movements of each escrow add up to, and what the escrow token account held, at one slot. Only where
-- the two differ.
SELECT launch_id AS launch, toString(moved) AS flows, toString(held) AS balance
FROM
(
    SELECT launch_id, sum(delta) AS moved, sum(account_amount) AS held
    FROM
    (
        SELECT
            launch_id,
            if(direction = 'in', toInt128(amount), -toInt128(amount)) AS delta,
            toInt128(0) AS account_amount
        FROM
        (
            {{flows}}
        )

        UNION ALL

        SELECT launch_id, toInt128(0), toInt128(amount)
        FROM
        (
            {{escrows}}
        )
        WHERE closed = 0
    )
    GROUP BY launch_id
)
WHERE moved != held
ORDER BY launch
