-- How often a webhook's secret was rotated; the secret is derived from it.
ALTER TABLE webhooks ADD COLUMN secret_version integer NOT NULL DEFAULT 0;
