-- nodes from 0042
-- Runs of the wallet kit against a project's wallet, begun in the panel: who began each, what it found and every call of it,
-- without keys. In the home database; of each project only the last ones, and for a time only.
CREATE TABLE wallet_check (
  -- Begins with the time (UUIDv7): a project's runs are listed in its order.
  check_id       uuid PRIMARY KEY,
  project_id     text NOT NULL REFERENCES project,
  started_by     text NOT NULL,
  started_at     timestamptz NOT NULL DEFAULT now(),
  -- Raised by the node that makes the run each time it saves it: one that is not saved any more ended with its node.
  saved_at       timestamptz NOT NULL DEFAULT now(),
  ended_at       timestamptz,
  -- Null: it goes on.
  outcome        text CHECK (outcome IN ('passed', 'failed', 'stopped', 'late', 'interrupted')),
  is_stop_asked  boolean NOT NULL DEFAULT false,
  node           text NOT NULL,
  callback_url   text NOT NULL,
  player_id      text NOT NULL,
  currency       text NOT NULL,
  -- How many checks it makes.
  planned        int NOT NULL,
  checks         jsonb NOT NULL DEFAULT '[]',
  calls          jsonb NOT NULL DEFAULT '[]',
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
-- A project has one run at a time.
CREATE UNIQUE INDEX wallet_check_running ON wallet_check (project_id) WHERE ended_at IS NULL;
CREATE INDEX wallet_check_project ON wallet_check (project_id, check_id);
CREATE INDEX wallet_check_started ON wallet_check (started_at);
