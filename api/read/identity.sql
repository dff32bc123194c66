SELECT cluster, program_id
FROM index_identity
ORDER BY created_at DESC
LIMIT 1
