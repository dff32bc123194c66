-- What the plan of an intent said about the exchange: what the owner gives and receives, the least that has to come in,
-- price impact, fees and route. Null for an intent that was proposed before this was kept.
ALTER TABLE intents ADD COLUMN plan_terms jsonb;
