-- Requests of wallets to be paid what their records of one programme add up to.
CREATE TABLE payout_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet text NOT NULL,
  program text NOT NULL,
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'settled', 'failed')),
  payout_mint text NOT NULL,
  reward_amount numeric(39, 0) NOT NULL CHECK (reward_amount >= 0),
  earning_count integer NOT NULL CHECK (earning_count > 0),
  tx_signature text NOT NULL DEFAULT '',
  idempotency_key text,
  -- Who asked: the wallet itself, or the owner of an agent wallet.
  requested_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When it was settled or failed.
  closed_at timestamptz,
  -- Why it failed.
  reason text,
  CHECK ((status = 'requested') = (closed_at IS NULL)),
  CHECK ((status = 'settled') = (tx_signature <> '')),
  UNIQUE (wallet, program, idempotency_key)
);

CREATE INDEX payout_requests_open ON payout_requests (id) WHERE status = 'requested';

-- The records of each request. A record is in one request at most, unless that one failed and released it.
CREATE TABLE payout_request_records (
  request_id bigint NOT NULL REFERENCES payout_requests (id),
  record_id numeric(20, 0) NOT NULL CHECK (record_id >= 0),
  amount numeric(39, 0) NOT NULL CHECK (amount >= 0),
  released_at timestamptz,
  PRIMARY KEY (request_id, record_id)
);

CREATE UNIQUE INDEX payout_request_records_spoken_for
  ON payout_request_records (record_id) WHERE released_at IS NULL;

-- Transfers out of the treasury that match no open request, one row each.
CREATE TABLE unmatched_settlements (
  signature text NOT NULL,
  ordinal integer NOT NULL,
  slot numeric(20, 0) NOT NULL,
  destination text NOT NULL,
  mint text NOT NULL,
  amount numeric(39, 0) NOT NULL,
  memo text,
  -- The request that the memo names, where there is such a one.
  request_id bigint REFERENCES payout_requests (id),
  reason text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (signature, ordinal)
);
