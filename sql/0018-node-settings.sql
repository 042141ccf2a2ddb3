-- Settings of nodes that run, changed by their owner while they run, and what each node acts on. The node '*' means
-- all of them; a setting for one node comes before it.

CREATE TABLE node_setting (
  node        text NOT NULL CHECK (length(node) BETWEEN 1 AND 64),
  name        text NOT NULL,
  value       text NOT NULL,
  changed_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (node, name)
);

-- Written by each node about itself, every few seconds; a node that ended takes its row back.
CREATE TABLE node_state (
  node        text PRIMARY KEY,
  -- Name to value, as texts.
  settings    jsonb NOT NULL,
  -- Why a wanted setting does not hold; null: all do.
  problem     text,
  started_at  timestamptz NOT NULL DEFAULT now(),
  seen_at     timestamptz NOT NULL DEFAULT now()
);
