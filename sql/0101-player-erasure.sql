-- nodes from 0042
-- Players whose names are being taken out, until the last place is done: an erasure that was interrupted goes on from
-- here, under the same pseudonym. A row names the player, so it is deleted with the end of the erasure.
CREATE TABLE player_erasure (
  project_id  text NOT NULL,
  player_id   text NOT NULL,
  pseudonym   text NOT NULL,
  started_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, player_id)
);

-- An erasure replaces a player's id in the values of audit records, in a transaction that says so, and keeps every other
-- field, above all the hashes. A record of the log lists the changed ones with the hashes of what they say now
-- (src/ledger/audit/audit-reader.ts).
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('reelhouse.erasure', true) = 'on' THEN
    IF to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
