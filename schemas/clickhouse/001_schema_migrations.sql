-- Which numbered steps this database has taken. `checksum` is the SHA-256 of the file as it was applied.
CREATE TABLE IF NOT EXISTS schema_migrations
(
    number     UInt32,
    name       String,
    checksum   String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(applied_at)
ORDER BY number;
