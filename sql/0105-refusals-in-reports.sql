-- nodes from 0042
-- A report says why the wallet refused a bet (BET_REFUSALS). The same view with one column more, at the end.
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
  state = 'settled' AND grant_id IS NULL AND outcome_id IS NULL AS is_drawn,
  coalesce(choice_request_ids[cardinality(choice_request_ids)] = 'platform·deadline', false) AS is_decided_for_player,
  refusal_code
FROM round;
