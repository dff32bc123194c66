-- What an owner does with the own wallet has no credential: no agent proposed it.
ALTER TABLE intent_plans ALTER COLUMN credential_id DROP NOT NULL;
ALTER TABLE intents ALTER COLUMN credential_id DROP NOT NULL;
