-- One row: the next movements, oldest first, as columns of text, and the sum over their CSV lines.
SELECT
    count() AS row_count,
    sum(reinterpretAsUInt256(reverse(SHA256(
        concat(c1, ',', c2, ',', ifNull(c3, ''), ',', c4, ',', c5, ',', c6, ',', c7, ',', c8, ',', c9, ',', c10)
    )))) AS line_sum,
    max((flow_slot, hex(flow_signature), flow_ordinal)) AS last_key,
    [
        groupArray(c1),
        groupArray(c2),
        groupArray(ifNull(c3, '')),
        groupArray(c4),
        groupArray(c5),
        groupArray(c6),
        groupArray(c7),
        groupArray(c8),
        groupArray(c9),
        groupArray(c10)
    ] AS cells
FROM
(
    SELECT
        slot AS flow_slot,
        signature AS flow_signature,
        ordinal AS flow_ordinal,
        toString(launch_id) AS c1,
        toString(slot) AS c2,
        formatDateTime(toDateTime64(block_time, 0, 'UTC'), '%Y-%m-%dT%H:%i:%SZ') AS c3,
        base58Encode(signature) AS c4,
        toString(ordinal) AS c5,
        toString(direction) AS c6,
        toString(kind) AS c7,
        base58Encode(wallet) AS c8,
        base58Encode(mint) AS c9,
        toString(amount) AS c10
    FROM escrow_flows
    WHERE launch_id = {launch_id:UInt64}
      AND (
          {from_start:Bool}
          OR slot > {after_slot:UInt64}
          OR (slot = {after_slot:UInt64} AND (signature, ordinal) > (unhex({after_signature:String}), {after_ordinal:UInt32}))
      )
      AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    ORDER BY slot, signature, ordinal, revision DESC
    LIMIT 1 BY slot, signature, ordinal
    LIMIT {limit:UInt32}
)
