-- What counts against the limits of a day: what may still be signed or land, and what was confirmed within it.
CREATE INDEX intents_unsettled_by_owner ON intents (owner, expires_at)
  WHERE status IN ('proposed', 'approved', 'submitted');
CREATE INDEX intents_confirmed_by_owner ON intents (owner, closed_at) WHERE status = 'confirmed';
