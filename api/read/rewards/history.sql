SELECT *
FROM ($records)
ORDER BY created_ms DESC, record_id DESC
LIMIT {limit:UInt64} OFFSET {offset:UInt64}
