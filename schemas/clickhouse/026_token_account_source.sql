-- Where the newest balances of token accounts come from: 'stream' (the accounts themselves) or 'transactions' (what each
-- transaction says it left, which misses other changes of them until the next audit).
ALTER TABLE checkpoints ADD COLUMN IF NOT EXISTS token_accounts LowCardinality(String) DEFAULT 'stream';
