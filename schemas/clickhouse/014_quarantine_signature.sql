-- The transaction that wrote the account, so that a version that is decoded later is whole. Zeros where none was told,
-- and in rows of before this step.
ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS signature FixedString(64) DEFAULT toFixedString('', 64) AFTER lamports;
