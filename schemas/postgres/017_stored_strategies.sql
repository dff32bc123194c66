-- A strategy is active only while the service takes its steps; one that nothing watches is stored.
ALTER TABLE strategies DROP CONSTRAINT strategies_status_check;
UPDATE strategies SET status = 'stored'
  WHERE status = 'draft' OR (kind <> 'dca' AND status IN ('active', 'paused'));
ALTER TABLE strategies ADD CONSTRAINT strategies_status_check
  CHECK (status IN ('stored', 'active', 'paused', 'completed', 'cancelled'));
