-- nodes from 0042
-- When the decision that a round waits for became open. Null of every other round, so that no update of a round
-- without a decision touches its index, and every such update is still written in place (HOT). A finished round waits
-- for nobody.
ALTER TABLE unfinished_round ADD COLUMN awaiting_since timestamptz;

-- The same views with one column more, at the end.
CREATE OR REPLACE VIEW unfinished AS
SELECT round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, choices, choice_request_ids, awaiting,
  win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, refusal_code, attempts,
  start_notified, finish_notified, balance_after_bet_minor, balance_after_minor, created_at, win_planned_at,
  refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at, version, touched_at,
  project_id, grant_id, grant_remaining, outcome_id, weighting, failure, failures, awaiting_since
FROM unfinished_round WHERE state <> 'finished';
CREATE OR REPLACE VIEW finished AS
SELECT round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, coalesce(choices, '{}') AS choices,
  coalesce(choice_request_ids, '{}') AS choice_request_ids, awaiting, win_units, win_minor, state, bet_status, win_status,
  refund_status, cancel_reason, refusal_code, attempts, start_notified, finish_notified,
  balance_after_bet_minor, balance_after_minor, created_at, win_planned_at, refund_planned_at,
  bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at, version,
  coalesce(settled_at, refund_confirmed_at, created_at) AS touched_at, project_id, grant_id, grant_remaining,
  outcome_id, weighting, NULL::text AS failure, 0::smallint AS failures, NULL::timestamptz AS awaiting_since
FROM finished_round;
CREATE OR REPLACE VIEW round AS SELECT * FROM unfinished UNION ALL SELECT * FROM finished;
