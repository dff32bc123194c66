-- The credential that registered a webhook; null for the owner. Nothing is sent once that credential has ended.
ALTER TABLE webhooks ADD COLUMN credential_id text REFERENCES credentials (id);

CREATE INDEX webhooks_by_credential ON webhooks (credential_id) WHERE credential_id IS NOT NULL;

-- Who registered the webhooks so far was not recorded. Agents need the scope manage to register one, so a webhook is
-- certainly its owner's where the owner never gave out that scope. Any other stays off until the owner turns it on, which
-- makes it the owner's.
UPDATE webhooks SET disabled_at = coalesce(disabled_at, now()),
    disabled_reason = 'it is unknown who registered it: turn it on again if it is yours, delete it if not'
  WHERE EXISTS (
    SELECT FROM credentials WHERE credentials.owner = webhooks.owner AND 'manage' = ANY (credentials.scopes));
