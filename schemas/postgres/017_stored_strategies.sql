-- A strategy is active only while the service takes its steps; one that nothing watches is stored.
ALTER TABLE strategies DROP CONSTRAINT strategies_status_check;
UPDATE strategies SET status = 'stored'
  WHERE status = 'draft' OR (kind <> 'dca' AND status IN ('active', 'paused'));
ALTER TABLE strategies ADD CONSTRAINT strategies_status_check
  CHECK (status IN ('stored', 'active', 'paused', 'completed', 'cancelled'));

-- What a strategy that is watched remembers from look to look, and what was seen at the last one.
ALTER TABLE strategies ADD COLUMN memory jsonb, ADD COLUMN seen jsonb;
-- What was seen when the step was taken; null for a step that was only due.
ALTER TABLE strategy_steps ADD COLUMN seen jsonb;
