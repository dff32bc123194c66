-- The chains whose launches were looked at once, even when there were none: whatever is new from then on is told.
CREATE TABLE told_chains (
  chain text PRIMARY KEY,
  -- When the index stood where it was looked at first.
  indexed_at timestamptz NOT NULL
);

INSERT INTO told_chains (chain, indexed_at) SELECT chain, min(indexed_at) FROM told_phases GROUP BY chain;
