-- What a wallet is asked to sign. A challenge is good once and until it expires.
CREATE TABLE sign_in_challenges (
  nonce text PRIMARY KEY,
  wallet text NOT NULL,
  message text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX sign_in_challenges_by_expiry ON sign_in_challenges (expires_at);

-- Wallets that an owner's agents act with. A wallet belongs to one owner.
CREATE TABLE agent_wallets (
  wallet text PRIMARY KEY,
  owner text NOT NULL,
  added_at timestamptz NOT NULL,
  CHECK (wallet <> owner)
);

CREATE INDEX agent_wallets_by_owner ON agent_wallets (owner);
