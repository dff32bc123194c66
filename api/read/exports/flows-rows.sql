-- One row: the next movements, oldest first, as CSV lines, and the sum over them. One thread, so that an export does not
-- slow other queries.
SELECT
    count() AS row_count,
    sum(reinterpretAsUInt256(reverse(SHA256(line)))) AS line_sum,
    max((flow_slot, hex(flow_signature), flow_ordinal)) AS last_key,
    arrayStringConcat(groupArray(line), '\n') AS lines
FROM
(
    SELECT
        slot AS flow_slot,
        signature AS flow_signature,
        ordinal AS flow_ordinal,
        {{flow-line.sql}}
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
-- After the last movement there is no next key.
HAVING row_count > 0
SETTINGS max_threads = 1
