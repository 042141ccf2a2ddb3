-- Failures of our own around a round: what its driving threw last, or that it took its lane's thread with
-- it, and how often in a row. Kept here because whoever takes the round up next may be another thread or
-- another node. The third of one kind sets the round aside: state 'reconciliation_required', which no
-- index of open rounds holds, so the player's game is free. Written on a failure only.
ALTER TABLE round
  ADD COLUMN failure text,
  ADD COLUMN failures smallint NOT NULL DEFAULT 0,
  DROP CONSTRAINT round_state_check,
  -- Not validated: it allows more than the one it replaces, and a check of every round would hold up play.
  ADD CONSTRAINT round_state_check CHECK (state IN ('debit_pending', 'in_progress', 'credit_pending',
    'settled', 'rejected', 'cancelled', 'reconciliation_required')) NOT VALID;
