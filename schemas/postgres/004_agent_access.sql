-- Keys of the service itself, made once and shared by all its processes.
CREATE TABLE server_keys (
  name text PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32),
  made_at timestamptz NOT NULL
);

-- Pairing tokens and API keys. Of a secret nothing is kept but its SHA-256, its prefix and its last four characters.
CREATE TABLE credentials (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('token', 'key')),
  owner text NOT NULL,
  label text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  tier text NOT NULL DEFAULT 'paired' CHECK (tier IN ('paired', 'elevated')),
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  prefix text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Within a minute or so: it is written in the background.
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- The one that it was rotated into.
  replaced_by text REFERENCES credentials (id),
  -- When the owner's wallet signed for its scopes.
  confirmed_at timestamptz,
  CHECK (expires_at > created_at),
  CHECK (replaced_by IS NULL OR revoked_at IS NOT NULL)
);

CREATE INDEX credentials_by_owner ON credentials (owner, kind, created_at, id);

-- What became of credentials, for their owners.
CREATE TABLE credential_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('issued', 'rotated', 'revoked', 'refused')),
  credential_id text NOT NULL REFERENCES credentials (id),
  owner text NOT NULL,
  at timestamptz NOT NULL,
  -- The path or command where it happened.
  surface text NOT NULL,
  reason text NOT NULL
);

CREATE INDEX credential_events_by_owner ON credential_events (owner, id);

CREATE FUNCTION refuse_to_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME;
END
$$;

CREATE TRIGGER credential_events_only_grow BEFORE UPDATE OR DELETE ON credential_events
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();

-- Requests of agents to be paired with a wallet. Neither of the two codes is kept.
CREATE TABLE pairings (
  id text PRIMARY KEY,
  device_hash bytea NOT NULL UNIQUE CHECK (octet_length(device_hash) = 32),
  user_code_hash bytea NOT NULL UNIQUE CHECK (octet_length(user_code_hash) = 32),
  client_name text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied', 'delivered')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When the token of it will expire, as the owner is told before approving.
  token_expires_at timestamptz NOT NULL,
  interval_seconds integer NOT NULL,
  polled_at timestamptz,
  -- Who approved or denied it, and when.
  owner text,
  decided_at timestamptz,
  credential_id text REFERENCES credentials (id),
  CHECK ((status = 'pending') = (owner IS NULL)),
  CHECK ((status = 'delivered') = (credential_id IS NOT NULL))
);

CREATE INDEX pairings_by_expiry ON pairings (expires_at);

-- What an owner is asked to sign before a key with more than base scopes is issued. Good once and until it expires.
CREATE TABLE key_confirmations (
  nonce text PRIMARY KEY,
  owner text NOT NULL,
  label text NOT NULL,
  scopes text[] NOT NULL,
  message text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX key_confirmations_by_expiry ON key_confirmations (expires_at);

-- Sessions that their agents have ended, until they would have ended by themselves.
CREATE TABLE ended_sessions (
  id_hash bytea PRIMARY KEY,
  ends_at timestamptz NOT NULL
);

CREATE INDEX ended_sessions_by_end ON ended_sessions (ends_at);

-- Wrong user codes in the window under way: of each address, by a hash of it, and of all together.
CREATE TABLE code_guesses (
  guesser text PRIMARY KEY,
  window_ends_at timestamptz NOT NULL,
  wrong integer NOT NULL
);

CREATE INDEX code_guesses_by_end ON code_guesses (window_ends_at);
