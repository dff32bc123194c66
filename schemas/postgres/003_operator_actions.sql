-- What operators did, by whom and when.
CREATE TABLE operator_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  operator text NOT NULL,
  action text NOT NULL,
  details jsonb NOT NULL
);

CREATE INDEX operator_actions_by_time ON operator_actions (at);
