-- What a fleet needs to notice that its ledger is another one than before (a promoted standby, a restored
-- backup), and to account for the rounds that this one never got.

-- The server and its timeline for which all players were reconciled last: one row. A standby that is promoted
-- brings the row of the server it followed, and is on another timeline.
CREATE TABLE ledger_origin (
  is_only        boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  origin         text NOT NULL,
  reconciled_at  timestamptz NOT NULL DEFAULT now()
);

-- "<system identifier>/<timeline>". The control file tells of a new timeline only after the next checkpoint, so
-- the name of the log file of now is asked.
CREATE FUNCTION current_origin() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  FROM pg_control_system()
$$;

INSERT INTO ledger_origin (origin) VALUES (current_origin());

-- Rounds written again from what Redis remembered of them, because the ledger had lost them. Their rows in
-- `round` have no seed and no level: they are reported and refunded, and never drawn or driven.
CREATE TABLE orphaned_round (
  round_id  uuid PRIMARY KEY,
  -- The state in which the round's row was written.
  known     text NOT NULL,
  origin    text NOT NULL,
  found_at  timestamptz NOT NULL DEFAULT now()
);
