-- What a wallet is asked to sign before it may act for an owner. A row is good once and until it expires: using it deletes
-- it, and so do the wallet when it withdraws and the owner when they take the wallet back.
CREATE TABLE agent_wallet_consents (
  owner text NOT NULL,
  wallet text NOT NULL,
  message text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (owner, wallet),
  CHECK (expires_at > issued_at)
);

CREATE INDEX agent_wallet_consents_by_wallet ON agent_wallet_consents (wallet);
CREATE INDEX agent_wallet_consents_by_expiry ON agent_wallet_consents (expires_at);

-- A wallet that withdraws rejects the open requests for it of every owner.
CREATE INDEX owner_requests_pending_by_kind ON owner_requests (kind) WHERE status = 'pending';
