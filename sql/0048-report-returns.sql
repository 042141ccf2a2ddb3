-- nodes from 0042
-- What games returned, beside what their mathematics promises: sums by game, mode and level, rolled up by the job that
-- rolls up the reports' days. Rounds that were rolled up before this file are added by the same job, from the first one
-- on, a bounded step at a time; until it has caught up, `returns_until` says how far it is. (A node of before this file
-- that takes back a round set aside leaves it out of these sums alone.)

-- Every round that started before and is not set aside is in report_return. At most rolled_until.
ALTER TABLE report_progress ADD COLUMN returns_until timestamptz NOT NULL DEFAULT '-infinity';

-- Of rounds that were drawn at the player's own cost: without those of target outcomes, which were chosen and not drawn,
-- and without free spins, whose stake nobody paid. Cancelled and rejected rounds moved no money.
CREATE TABLE report_return (
  project_id    text NOT NULL,
  -- UTC day of the start.
  day           date NOT NULL,
  game_id       text NOT NULL,
  game_version  text NOT NULL,
  game_mode     text NOT NULL,
  -- 0: none, the natural reel set.
  level_bps     int NOT NULL,
  currency      text NOT NULL,
  rounds        bigint NOT NULL,
  stakes        numeric NOT NULL,
  wins          numeric NOT NULL,
  -- Wins in units of the game, in which every round counts the same whatever its stake; and their squares.
  units         numeric NOT NULL,
  square_units  numeric NOT NULL,
  PRIMARY KEY (project_id, day, game_id, game_version, game_mode, level_bps, currency)
) WITH (fillfactor = 80);

-- As it was, and what the returns need.
CREATE OR REPLACE VIEW round_money AS
SELECT round_id, project_id, player_key, sequence, game_id, currency, state, cancel_reason,
  created_at, settled_at, grant_id IS NOT NULL AS is_free_spin, bet_status, refund_status,
  -- The win of a round whose bet may still be refused is not spoken of.
  CASE WHEN bet_status = 'confirmed' THEN win_status END AS win_status,
  -- A free spin debits nothing.
  CASE WHEN grant_id IS NULL THEN stake_minor ELSE 0 END AS bet_minor,
  win_minor,
  bet_status = 'confirmed' AS bet_counts,
  coalesce(win_status = 'confirmed', false) AS win_counts,
  -- A refund gives back what was debited for certain. Without a confirmed bet the wallet undid a debit
  -- we never heard of, or had none: both move nothing on balance, so neither the bet nor the refund counts.
  bet_status = 'confirmed' AND coalesce(refund_status = 'confirmed', false) AS refund_counts,
  -- A refund closes the bet and the win.
  refund_status IS NULL AND bet_status IN ('planned', 'sent', 'unknown') AS bet_pending,
  refund_status IS NULL AND bet_status = 'confirmed'
    AND coalesce(win_status IN ('planned', 'sent', 'unknown'), false) AS win_pending,
  coalesce(refund_status IN ('planned', 'sent', 'unknown'), false) AS refund_pending,
  coalesce(bet_confirmed_at, created_at) AS bet_at,
  coalesce(win_confirmed_at, win_planned_at, created_at) AS win_at,
  coalesce(refund_confirmed_at, refund_planned_at, created_at) AS refund_at,
  -- Nothing of it changes any more.
  state IN ('settled', 'rejected')
    OR (state = 'cancelled' AND coalesce(refund_status = 'confirmed', false)) AS is_final,
  game_version, game_mode, level_bps, win_units,
  -- Its win is a sample of the mathematics, and its stake was paid.
  state = 'settled' AND grant_id IS NULL AND outcome_id IS NULL AS is_drawn
FROM round;
