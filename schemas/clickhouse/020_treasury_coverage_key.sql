-- A period in which a treasury was followed and a range that a backfill read may begin at the same slot, so that what a
-- backfill read is told apart in the key.
ALTER TABLE treasury_coverage
    ADD COLUMN IF NOT EXISTS backfilled UInt8,
    MODIFY ORDER BY (treasury, from_slot, backfilled);
