-- For each launch and wallet: net pledged tokens by movements, and its Pledge account's amount, at one slot. Only
-- where the two differ. Withdrawing while a launch is open lowers the Pledge's amount; a refund after it failed
-- keeps the amount and marks it. A Pledge is closed when everything was withdrawn or it is no longer needed, so
-- then either nothing or its last amount may remain.
SELECT
    launch_id AS launch,
    base58Encode(wallet) AS walletKey,
    toString(moved_in) AS movedIn,
    toString(moved_out) AS movedOut,
    amount AS pledgeAmount,
    refunded AS pledgeRefunded,
    ended AS pledgeClosed
FROM
(
    SELECT
        launch_id,
        wallet,
        sum(flow_in) AS moved_in,
        sum(flow_out) AS moved_out,
        sum(pledge_amount) AS amount,
        max(pledge_refunded) AS refunded,
        max(pledge_closed) AS ended
    FROM
    (
        SELECT
            launch_id,
            wallet,
            if(direction = 'in', toUInt128(amount), 0) AS flow_in,
            if(direction = 'out', toUInt128(amount), 0) AS flow_out,
            toUInt64(0) AS pledge_amount,
            toUInt8(0) AS pledge_refunded,
            toUInt8(0) AS pledge_closed
        FROM
        (
            {{flows}}
        )
        WHERE kind IN ('pledge', 'refund')

        UNION ALL

        SELECT
            launch_id,
            pledger,
            toUInt128(0),
            toUInt128(0),
            argMaxIf(version.amount, (version.slot, version.revision), version.closed = 0),
            argMaxIf(version.refunded, (version.slot, version.revision), version.closed = 0),
            argMax(version.closed, (version.slot, version.revision))
        FROM pledge_versions AS version
        WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64} AND launch_id IN {launches:Array(UInt64)}
        GROUP BY launch_id, pledger
    )
    GROUP BY launch_id, wallet
)
WHERE toInt128(moved_in) - toInt128(moved_out) != if(refunded = 1, 0, toInt128(amount))
    AND NOT (ended = 1 AND moved_in = moved_out)
ORDER BY launch, walletKey
