-- What a call asked for, for the owner who reads the log: its arguments as text, cut where they are long; whether it asked for
-- a plan or confirmed one; and what would leave the wallet, for a call that got as far as that. Null for other tools, and
-- for calls from before this was kept.
ALTER TABLE call_decisions
  ADD COLUMN asked text,
  ADD COLUMN stage text CHECK (stage IN ('plan', 'confirmation')),
  ADD COLUMN plan_id text,
  ADD COLUMN outflows jsonb;
