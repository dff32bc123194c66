-- Ranges of slots whose transactions were read whole, so that every movement in them stands in escrow_flows. A range
-- that grows is written again under its first slot; of two rows with the same first slot the greater revision counts.
CREATE TABLE IF NOT EXISTS flow_coverage
(
    from_slot UInt64,
    to_slot   UInt64,
    source    String,
    revision  UInt64,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY from_slot
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
