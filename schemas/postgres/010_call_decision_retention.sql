-- What was decided about calls may be forgotten once it is old: after as long as the operator says, and never before a
-- month is over, whoever asks. It is rewritten by nobody. A day less than the least setting, for clocks that differ.
DROP TRIGGER call_decisions_only_grow ON call_decisions;

CREATE TRIGGER call_decisions_are_not_rewritten BEFORE UPDATE ON call_decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite();

CREATE TRIGGER call_decisions_are_kept BEFORE DELETE ON call_decisions
  FOR EACH ROW WHEN (OLD.at > now() - interval '29 days') EXECUTE FUNCTION refuse_to_rewrite();

CREATE INDEX call_decisions_by_time ON call_decisions (at);
