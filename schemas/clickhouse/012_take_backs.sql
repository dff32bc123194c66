-- Slots that left the index again, because the fork they were on died: everything above `to_slot` was taken back, up to
-- `from_slot`, the last slot known before. The checkpoint that carries the same revision counts it; from then on rows
-- of those slot numbers are of the surviving fork. The slot of the newest checkpoint goes back by this and nothing else.
CREATE TABLE IF NOT EXISTS take_backs
(
    from_slot UInt64,
    to_slot   UInt64,
    cause     String,
    revision  UInt64,
    at        DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY revision
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The revision of the newest take-back, 0 before the first. A reader that sees it change reads its state anew, also
-- when the slot has moved on past the old one in the meantime.
ALTER TABLE checkpoints ADD COLUMN IF NOT EXISTS take_back_revision UInt64 DEFAULT 0;
