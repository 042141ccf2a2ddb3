-- Keys that are sealed under the master key besides the API keys: those that sign wallet callbacks, one or,
-- while they are exchanged, two a project; and the platform's own secrets, which outlive a master key.

ALTER TABLE project
  ADD COLUMN signing_key_sealed bytea,
  ADD COLUMN next_signing_key_sealed bytea,
  ADD CHECK (next_signing_key_sealed IS NULL OR signing_key_sealed IS NOT NULL);

CREATE TABLE secret (
  name        text PRIMARY KEY,
  sealed      bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
