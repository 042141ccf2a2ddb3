-- Settling a round rewrote its row and an entry in each of its five indexes, because the state stood in
-- three of them. What changes while a round is played stands in no index any more (a HOT update): the rounds
-- to be found by their state have a row in a narrow table for as long as they are in it. The statements
-- that write rounds write these tables, too (src/ledger/rounds); nothing else may.

-- Rounds that hold their game's open-round slot. Every spin adds a row and removes it: it is vacuumed by
-- its number of dead rows, not by its size.
CREATE TABLE open_round (
  player_key  bigint NOT NULL,
  game_id     text NOT NULL,
  round_id    uuid NOT NULL,
  PRIMARY KEY (player_key, game_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Rounds without a slot that are not over: a refund is owed, or they were set aside.
CREATE TABLE owed_round (
  player_key  bigint NOT NULL,
  round_id    uuid NOT NULL,
  PRIMARY KEY (player_key, round_id)
);
-- Rounds that ended without being played: rejected or cancelled. They stay.
CREATE TABLE ended_round (
  player_key  bigint NOT NULL,
  sequence    bigint NOT NULL,
  round_id    uuid NOT NULL,
  project_id  text NOT NULL,
  created_at  timestamptz NOT NULL,
  game_id     text NOT NULL,
  is_paid     boolean NOT NULL,
  PRIMARY KEY (player_key, sequence)
);
CREATE INDEX ended_round_report ON ended_round (project_id, created_at, round_id);

INSERT INTO open_round SELECT player_key, game_id, round_id FROM round
WHERE state IN ('debit_pending', 'in_progress', 'credit_pending');
INSERT INTO owed_round SELECT player_key, round_id FROM round
WHERE refund_status IN ('planned', 'sent', 'unknown') OR state = 'reconciliation_required';
INSERT INTO ended_round
SELECT player_key, sequence, round_id, project_id, created_at, game_id, grant_id IS NULL
FROM round WHERE state IN ('rejected', 'cancelled');
