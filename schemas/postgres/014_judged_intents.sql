-- What the gates judged an intent by, beside its outflows: by which scope, whom it comes to, at which venue, into which
-- gated market. Null for one that was made before this was kept.
ALTER TABLE intents ADD COLUMN judged jsonb;
