-- One process at a time takes the steps of a strategy.
ALTER TABLE strategies ADD COLUMN leased_until timestamptz;
