-- An owner may have so many credentials that hold: they are counted whenever one is issued.
CREATE INDEX credentials_live_by_owner ON credentials (owner, expires_at) WHERE revoked_at IS NULL;
