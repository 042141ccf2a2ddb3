-- The rounds of 0035's renamed table, each to where it belongs now. No node runs meanwhile.

-- Those that are set aside already are not late again.
CREATE OR REPLACE FUNCTION set_late_round_aside() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  INSERT INTO report_aside (round_id, project_id, created_at)
  VALUES (NEW.round_id, NEW.project_id, NEW.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

SELECT make_round_months(min(created_at), now())
FROM round_before_0035 WHERE created_at > now() - interval '10 years';

INSERT INTO finished_round (
  round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, choices, choice_request_ids,
  awaiting, win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, refusal_code,
  attempts, start_notified, finish_notified, balance_after_bet_minor, balance_after_minor, created_at,
  win_planned_at, refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at,
  version, project_id, grant_id, grant_remaining, outcome_id, weighting)
SELECT
  round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, nullif(choices, '{}'),
  nullif(choice_request_ids, '{}'), awaiting, win_units, win_minor, state, bet_status, win_status,
  refund_status, cancel_reason, refusal_code, attempts, start_notified, finish_notified,
  balance_after_bet_minor, balance_after_minor, created_at, win_planned_at, refund_planned_at,
  bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at, version, project_id, grant_id,
  grant_remaining, outcome_id, weighting
FROM round_before_0035
WHERE state IN ('settled', 'rejected') OR state = 'cancelled' AND refund_status IS NOT DISTINCT FROM 'confirmed';

INSERT INTO unfinished_round (
  round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, choices, choice_request_ids,
  awaiting, win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, refusal_code,
  attempts, start_notified, finish_notified, balance_after_bet_minor, balance_after_minor, created_at,
  win_planned_at, refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at,
  version, touched_at, project_id, grant_id, grant_remaining, outcome_id, weighting, failure, failures)
SELECT
  round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, choices, choice_request_ids,
  awaiting, win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, refusal_code,
  attempts, start_notified, finish_notified, balance_after_bet_minor, balance_after_minor, created_at,
  win_planned_at, refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at,
  version, touched_at, project_id, grant_id, grant_remaining, outcome_id, weighting, failure, failures
FROM round_before_0035
WHERE NOT (state IN ('settled', 'rejected') OR state = 'cancelled' AND refund_status IS NOT DISTINCT FROM 'confirmed');

UPDATE player p SET last_sequence = l.last
FROM (SELECT player_key, max(sequence) AS last FROM round_before_0035 GROUP BY player_key) l
WHERE l.player_key = p.player_key;
