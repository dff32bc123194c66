-- What an owner lets agents do with a wallet. An owner without a row has the defaults of this table.
CREATE TABLE wallet_controls (
  owner text PRIMARY KEY,
  switch_state text NOT NULL DEFAULT 'on' CHECK (switch_state IN ('on', 'paused', 'killed')),
  mode text NOT NULL DEFAULT 'propose' CHECK (mode IN ('observe', 'propose', 'delegate')),
  policy jsonb NOT NULL DEFAULT
    '{"allowed_tools":null,"denied_tools":[],"allowed_mints":null,"allowed_venues":null,"counterparties_only":false}',
  limits jsonb NOT NULL DEFAULT '[]',
  counterparties jsonb NOT NULL DEFAULT '[]',
  -- ISO 3166-1 alpha-2, as the owner declared it.
  jurisdiction text CHECK (jurisdiction ~ '^[A-Z]{2}$'),
  updated_at timestamptz NOT NULL
);

-- Every change of them, for their owners: what was set, by which agent, or by the owner's signature.
CREATE TABLE control_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  -- The agent's; null when the owner did it.
  credential_id text,
  kind text NOT NULL,
  detail jsonb NOT NULL,
  -- The request that the owner signed, where it needed a signature.
  request_id text,
  at timestamptz NOT NULL
);

CREATE INDEX control_changes_by_owner ON control_changes (owner, id);

CREATE TRIGGER control_changes_only_grow BEFORE UPDATE OR DELETE ON control_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();

-- What an owner is asked to sign for. A request is decided once, and good until it expires.
CREATE TABLE owner_requests (
  id text PRIMARY KEY,
  owner text NOT NULL,
  -- The agent's; null when the owner asked.
  credential_id text,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  message text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK (expires_at > created_at),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);

CREATE INDEX owner_requests_by_owner ON owner_requests (owner, created_at, id);

-- What was decided about each call of an agent that could do something, for the owner.
CREATE TABLE call_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner text NOT NULL,
  credential_id text NOT NULL,
  tool text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('allowed', 'refused')),
  -- The gate that refused, and the code that it refused with.
  gate text,
  code text,
  at timestamptz NOT NULL,
  CHECK ((verdict = 'refused') = (gate IS NOT NULL)),
  CHECK ((gate IS NULL) = (code IS NULL))
);

CREATE INDEX call_decisions_by_owner ON call_decisions (owner, id);

CREATE TRIGGER call_decisions_only_grow BEFORE UPDATE OR DELETE ON call_decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();

-- What an owner has signed for and can take back: session signers, AGNTA grants and identities.
CREATE TABLE owner_grants (
  id text PRIMARY KEY,
  owner text NOT NULL,
  kind text NOT NULL,
  -- Whom it is given to.
  subject text NOT NULL,
  terms jsonb NOT NULL,
  request_id text NOT NULL REFERENCES owner_requests (id),
  granted_at timestamptz NOT NULL,
  expires_at timestamptz,
  ended_at timestamptz
);

CREATE INDEX owner_grants_by_owner ON owner_grants (owner, kind, granted_at, id);
CREATE UNIQUE INDEX owner_grants_live ON owner_grants (owner, kind, subject) WHERE ended_at IS NULL;

-- Addresses that an owner's agents look at. It grants nothing: wallets that act for an owner are in agent_wallets.
CREATE TABLE watched_wallets (
  owner text NOT NULL,
  wallet text NOT NULL,
  label text NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (owner, wallet)
);
