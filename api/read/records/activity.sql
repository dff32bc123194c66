-- The newest changes of Pledges, each next to the state before it. Rows that a backfill repeats are no changes.
WITH
    changed AS
    (
        SELECT slot, launch_id, pledger
        FROM pledge_versions
        WHERE slot BETWEEN {from_slot:UInt64} AND {slot:UInt64}
          AND revision <= {revision:UInt64} AND changed_slot = 0
          AND ({of_any:Bool} OR launch_id = {of_launch:UInt64})
          AND multiIf(
              {kind:String} = 'claim', tokens_released > 0,
              {kind:String} = 'refund', refunded = 1,
              {kind:String} = 'pledge', closed = 0 AND refunded = 0,
              true
          )
          AND (
              {from_start:Bool}
              OR (slot, launch_id, pledger)
                  < ({after_slot:UInt64}, {after_launch:UInt64}, toFixedString(unhex({after_pledger:String}), 32))
          )
        GROUP BY slot, launch_id, pledger
        ORDER BY slot DESC, launch_id DESC, pledger DESC
        LIMIT {limit:UInt32}
    ),
    versions AS
    (
        SELECT launch_id, pledger, slot, amount, tokens_released, refunded, closed, signature
        FROM pledge_versions
        WHERE (launch_id, pledger) IN (SELECT launch_id, pledger FROM changed)
          AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
        ORDER BY launch_id, pledger, slot, revision DESC
        LIMIT 1 BY launch_id, pledger, slot
    )
SELECT
    slot AS change_slot,
    launch_id,
    base58Encode(pledger) AS pledger_key,
    amount,
    tokens_released,
    refunded,
    closed,
    hex(signature) AS signature_hex,
    was_amount,
    was_released,
    was_refunded
FROM
(
    SELECT
        *,
        lagInFrame(if(closed, toUInt64(0), amount)) OVER w AS was_amount,
        lagInFrame(if(closed, toUInt64(0), tokens_released)) OVER w AS was_released,
        lagInFrame(if(closed, toUInt8(0), refunded)) OVER w AS was_refunded
    FROM versions
    WINDOW w AS (PARTITION BY launch_id, pledger ORDER BY slot ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
)
WHERE (slot, launch_id, pledger) IN (SELECT slot, launch_id, pledger FROM changed)
ORDER BY slot DESC, launch_id DESC, pledger DESC
