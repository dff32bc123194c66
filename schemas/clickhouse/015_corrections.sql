-- A write that came late, and a repair, replace a row of a slot that readers may be asking about right now, bounded by
-- the revision that they know. Had the two rows one key, a merge could drop the older one before the checkpoint of the
-- newer, and the reader would find neither. So a correction has its own revision in the key too, 0 in all other rows:
-- rows that a replay brings again still replace one another, and a correction stands beside what it corrects.
ALTER TABLE launch_versions
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (launch_id, address, slot, correction);
ALTER TABLE pledge_versions
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (launch_id, pledger, slot, correction);
ALTER TABLE token_account_versions
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (launch_id, role, address, slot, correction);
ALTER TABLE mint_versions
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (address, slot, correction);
ALTER TABLE quarantine
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (slot, address, correction);
ALTER TABLE escrow_flows
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (launch_id, slot, signature, ordinal, correction);
ALTER TABLE pledge_wallets
    ADD COLUMN IF NOT EXISTS correction UInt64,
    MODIFY ORDER BY (pledger, launch_id, slot, correction);
ALTER TABLE pledge_wallets_feed MODIFY QUERY
SELECT pledger, launch_id, slot, amount, tokens_released, refunded, pledged_ts, closed, revision, correction
FROM pledge_versions;
