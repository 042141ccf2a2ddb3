-- Who searches for a target outcome's rounds, what was counted toward one that ended, and the ways to
-- entries that expire or are listed. The index behind the fence of sequence numbers carries what says
-- whether a round is a paid spin, so that 100,000 of them are counted without reading their rows.

ALTER TABLE target_outcome
  -- A node searches until then; past it any node may. Twice is harmless: one answer is taken.
  ADD COLUMN claimed_until  timestamptz,
  -- Paid spins counted toward an entry that was cancelled or expired; reckoned from the rounds before.
  ADD COLUMN paid_spins     integer;

CREATE INDEX target_outcome_expiry ON target_outcome (expires_at)
  WHERE status IN ('pending', 'ready', 'unreachable');
CREATE INDEX target_outcome_player
  ON target_outcome (player_key, created_at DESC, outcome_id DESC);
CREATE INDEX target_outcome_status
  ON target_outcome (project_id, status, created_at DESC, outcome_id DESC);

ALTER TABLE round
  DROP CONSTRAINT round_player_key_sequence_key,
  ADD CONSTRAINT round_player_key_sequence_key
    UNIQUE (player_key, sequence) INCLUDE (game_id, grant_id, state);
