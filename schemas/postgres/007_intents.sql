-- What an agent was told that a call would do. Confirming it with the same arguments makes one intent of it.
CREATE TABLE intent_plans (
  id text PRIMARY KEY,
  owner text NOT NULL,
  credential_id text NOT NULL REFERENCES credentials (id),
  action text NOT NULL,
  -- SHA-256 of action and arguments.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  intent_id text
);

CREATE INDEX intent_plans_by_expiry ON intent_plans (expires_at) WHERE intent_id IS NULL;

-- What agents propose to their owners. It moves only by the owner, by the chain, and by time.
CREATE TABLE intents (
  id text PRIMARY KEY,
  owner text NOT NULL,
  credential_id text NOT NULL REFERENCES credentials (id),
  plan_id text NOT NULL UNIQUE REFERENCES intent_plans (id),
  idempotency_key text,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  action text NOT NULL,
  summary text NOT NULL,
  -- As they are said again to whoever asks.
  arguments jsonb NOT NULL,
  status text NOT NULL
    CHECK (status IN ('proposed', 'approved', 'submitted', 'confirmed', 'failed', 'rejected', 'expired')),
  -- What makes its transaction, and from what; neither where the system builds none.
  builder text,
  terms jsonb,
  -- Where its owner executes it instead.
  hand_off jsonb,
  fee_mint text,
  fee_amount numeric(20, 0),
  fee_account text,
  created_at timestamptz NOT NULL,
  -- Until when it may be approved and submitted.
  expires_at timestamptz NOT NULL,
  -- Of the transaction that was submitted, which is kept to be sent again.
  signature text UNIQUE,
  signed_transaction bytea,
  last_valid_block_height numeric(20, 0),
  slot numeric(20, 0),
  reason text,
  closed_at timestamptz,
  UNIQUE (owner, idempotency_key),
  CHECK ((builder IS NULL) = (terms IS NULL)),
  CHECK ((fee_mint IS NULL) = (fee_amount IS NULL) AND (fee_mint IS NULL) = (fee_account IS NULL)),
  CHECK ((signature IS NULL) = (signed_transaction IS NULL)),
  CHECK ((signature IS NULL) = (last_valid_block_height IS NULL)),
  CHECK (status NOT IN ('submitted', 'confirmed', 'failed') OR signature IS NOT NULL),
  CHECK ((status IN ('confirmed', 'failed')) = (slot IS NOT NULL)),
  CHECK ((status IN ('proposed', 'approved', 'submitted')) = (closed_at IS NULL))
);

CREATE INDEX intents_by_owner ON intents (owner, created_at, id);
CREATE INDEX intents_submitted ON intents (id) WHERE status = 'submitted';
CREATE INDEX intents_open_by_expiry ON intents (expires_at) WHERE status IN ('proposed', 'approved');

-- What each intent takes out of its owner's wallet.
CREATE TABLE intent_outflows (
  intent_id text NOT NULL REFERENCES intents (id),
  mint text NOT NULL,
  amount numeric(20, 0) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (intent_id, mint)
);

-- Messages that were handed out to be signed. Only such a one is taken back signed.
CREATE TABLE intent_messages (
  intent_id text NOT NULL REFERENCES intents (id),
  -- SHA-256 of the message.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  last_valid_block_height numeric(20, 0) NOT NULL,
  handed_out_at timestamptz NOT NULL,
  PRIMARY KEY (intent_id, digest)
);

-- What became of intents, for their owners.
CREATE TABLE intent_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  intent_id text NOT NULL REFERENCES intents (id),
  owner text NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL,
  -- Who moved it: agent, owner, chain or time.
  moved_by text NOT NULL CHECK (moved_by IN ('agent', 'owner', 'chain', 'time')),
  reason text
);

CREATE INDEX intent_events_of_intent ON intent_events (intent_id, id);
CREATE INDEX intent_events_by_owner ON intent_events (owner, id);

CREATE TRIGGER intent_events_only_grow BEFORE UPDATE OR DELETE ON intent_events
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();
