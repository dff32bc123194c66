-- 1 while the balances of token accounts are what each transaction says it left, and not read from the accounts themselves:
-- other changes of them then show only after an audit.
ALTER TABLE checkpoints ADD COLUMN IF NOT EXISTS tokens_by_transactions UInt8 DEFAULT 0;
