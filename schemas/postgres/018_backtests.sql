-- Results of backtests that agents ran for their owners. They expire, and an owner has a bounded number of them.
CREATE TABLE backtests (
  id text PRIMARY KEY,
  owner text NOT NULL,
  credential_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The report without its lists, for answers.
  figures jsonb NOT NULL,
  report_sha256 text NOT NULL,
  -- The report as the command writes it, and the bars as it saves them, both compressed with gzip.
  report bytea NOT NULL,
  bars bytea NOT NULL
);
CREATE INDEX backtests_by_owner ON backtests (owner, created_at DESC, id DESC);
CREATE INDEX backtests_by_expiry ON backtests (expires_at);
