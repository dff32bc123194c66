-- Addresses of owners that events are sent to. Secrets are not kept: each is derived from a key of the service and the id.
CREATE TABLE webhooks (
  id text PRIMARY KEY,
  owner text NOT NULL,
  url text NOT NULL,
  label text NOT NULL,
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  created_at timestamptz NOT NULL,
  -- When and why nothing more is sent, until the owner turns it on again.
  disabled_at timestamptz,
  disabled_reason text,
  -- Deliveries given up since the last one that arrived.
  dead_in_a_row integer NOT NULL DEFAULT 0,
  -- Events that were not kept for it, since as many waited as may.
  dropped bigint NOT NULL DEFAULT 0,
  -- One process at a time sends to it.
  leased_until timestamptz,
  served_at timestamptz,
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);

CREATE INDEX webhooks_by_owner ON webhooks (owner, created_at, id);

-- What is to be sent, was sent or was given up: written in the transaction that makes the event.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  kind text NOT NULL,
  -- The body as it is signed and sent, the same at every attempt.
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'dead')),
  created_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Of the last attempt: the status of its answer, and what was wrong.
  http_status integer,
  failure text,
  closed_at timestamptz,
  UNIQUE (webhook_id, event_id),
  CHECK ((status = 'pending') = (closed_at IS NULL))
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_closed ON webhook_deliveries (closed_at) WHERE closed_at IS NOT NULL;

-- The phase of each launch that subscribers were told last.
CREATE TABLE told_phases (
  chain text NOT NULL,
  launch_id numeric(20, 0) NOT NULL,
  phase text NOT NULL,
  -- When the index stood where it was seen: what saw less does not speak.
  indexed_at timestamptz NOT NULL,
  PRIMARY KEY (chain, launch_id)
);

-- What agents keep for their owners: alerts, charters, agents, installations. A later version replaces an earlier one.
CREATE TABLE owner_records (
  id text PRIMARY KEY,
  owner text NOT NULL,
  kind text NOT NULL,
  -- One record of a kind for each name.
  name text NOT NULL,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- Who wrote this version.
  credential_id text NOT NULL REFERENCES credentials (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (owner, kind, name)
);

-- What agents wrote down for their owners.
CREATE TABLE journal_entries (
  owner text NOT NULL,
  -- 1, 2, 3, … without gaps for each owner.
  entry bigint NOT NULL CHECK (entry > 0),
  credential_id text NOT NULL REFERENCES credentials (id),
  at timestamptz NOT NULL,
  step text NOT NULL,
  content text NOT NULL,
  subject text,
  PRIMARY KEY (owner, entry)
);

CREATE TRIGGER journal_entries_only_grow BEFORE UPDATE OR DELETE ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();

-- Declarative plans. What one of them does is an intent of its owner, never a movement of its own.
CREATE TABLE strategies (
  id text PRIMARY KEY,
  owner text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  plan jsonb NOT NULL,
  -- Label, note and tags; nothing that acts.
  settings jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'completed', 'cancelled')),
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  credential_id text NOT NULL REFERENCES credentials (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What others may clone: name and plan as they were when they were published.
  published_version integer,
  published_name text,
  published_plan jsonb,
  published_at timestamptz,
  cloned_from text,
  -- Steps that were taken, and when the next is due; null where nothing is run by itself.
  steps_taken integer NOT NULL DEFAULT 0,
  next_step_at timestamptz,
  CHECK ((published_version IS NULL) = (published_plan IS NULL)),
  CHECK ((published_version IS NULL) = (published_name IS NULL)),
  CHECK ((published_version IS NULL) = (published_at IS NULL)),
  CHECK (next_step_at IS NULL OR status = 'active')
);

CREATE INDEX strategies_by_owner ON strategies (owner, created_at, id);
CREATE INDEX strategies_published ON strategies (published_at, id) WHERE published_at IS NOT NULL;
CREATE INDEX strategies_due ON strategies (next_step_at) WHERE next_step_at IS NOT NULL;

-- What became of the steps of strategies.
CREATE TABLE strategy_steps (
  strategy_id text NOT NULL REFERENCES strategies (id),
  step integer NOT NULL CHECK (step > 0),
  due_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('proposed', 'refused')),
  intent_id text,
  -- Why it was refused.
  code text,
  detail text,
  PRIMARY KEY (strategy_id, step)
);

CREATE TRIGGER strategy_steps_only_grow BEFORE UPDATE OR DELETE ON strategy_steps
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();

-- Changes of published strategies that others suggest to their keepers.
CREATE TABLE strategy_suggestions (
  id text PRIMARY KEY,
  strategy_id text NOT NULL REFERENCES strategies (id),
  proposed_by text NOT NULL,
  credential_id text NOT NULL REFERENCES credentials (id),
  -- The published version that it changes.
  base_version integer NOT NULL,
  plan jsonb NOT NULL,
  rationale text NOT NULL,
  created_at timestamptz NOT NULL,
  approved_at timestamptz
);

CREATE INDEX strategy_suggestions_by_strategy ON strategy_suggestions (strategy_id, created_at, id);
CREATE INDEX strategy_suggestions_by_proposer ON strategy_suggestions (proposed_by, created_at, id);
