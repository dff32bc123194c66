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
    FROM
    (
        {{flows_after}}
    )
    LIMIT {limit:UInt32}
)
-- After the last movement there is no next key.
HAVING row_count > 0
SETTINGS max_threads = 1
