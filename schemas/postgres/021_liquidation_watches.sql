-- What the service saw of the positions that liquidation alerts are about.
CREATE TABLE liquidation_watches (
  alert_id text PRIMARY KEY REFERENCES owner_records (id) ON DELETE CASCADE,
  next_look_at timestamptz NOT NULL,
  -- One process at a time looks at it.
  leased_until timestamptz,
  -- The version of the alert that the rest is about; what is known of another version does not count.
  watched_version integer NOT NULL DEFAULT 0,
  -- Whether the owner was told and the position has not recovered since.
  near boolean NOT NULL DEFAULT false,
  -- When the owner was told last.
  alerted_at timestamptz,
  -- The last look.
  seen jsonb
);

CREATE INDEX liquidation_watches_due ON liquidation_watches (next_look_at);

INSERT INTO liquidation_watches (alert_id, next_look_at)
  SELECT id, updated_at FROM owner_records WHERE kind = 'liquidation_alert';
