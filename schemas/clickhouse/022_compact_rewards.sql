-- A wallet's events lie close together, and a read takes all of their columns: in one file for all columns instead of
-- some for each they are read with fewer steps. Parts of before are rewritten as they are merged.
ALTER TABLE reward_events_by_wallet MODIFY SETTING
    min_bytes_for_wide_part = 1099511627776, min_rows_for_wide_part = 1099511627776;
