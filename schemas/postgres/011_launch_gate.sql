-- The off-chain gate in front of a launch. There is one; whoever changes a leg takes its row first.
CREATE TABLE launch_gate (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Grows with every change.
  version bigint NOT NULL
);

INSERT INTO launch_gate (version) VALUES (0);

-- The legs of the gate, as operators set them.
CREATE TABLE launch_gate_legs (
  -- The order in which they were added.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
  -- The name by which it is told from others: spellings that differ in case alone are one leg.
  folded_name text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('pending', 'passed', 'failed')),
  note text NOT NULL CHECK (char_length(note) <= 500),
  updated_at timestamptz NOT NULL
);
