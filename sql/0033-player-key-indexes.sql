-- concurrently
-- For 0034: keys of players' tables with the player's key in them. An id comes first where rows are found by it.
DROP INDEX CONCURRENTLY IF EXISTS player_name;
CREATE INDEX CONCURRENTLY player_name ON player (project_id, player_id);
DROP INDEX CONCURRENTLY IF EXISTS session_key;
CREATE UNIQUE INDEX CONCURRENTLY session_key ON session (session_id, player_key);
DROP INDEX CONCURRENTLY IF EXISTS free_spin_grant_key;
CREATE UNIQUE INDEX CONCURRENTLY free_spin_grant_key ON free_spin_grant (grant_id, player_key);
DROP INDEX CONCURRENTLY IF EXISTS target_outcome_key;
CREATE UNIQUE INDEX CONCURRENTLY target_outcome_key ON target_outcome (outcome_id, player_key);
DROP INDEX CONCURRENTLY IF EXISTS level_journal_key;
CREATE UNIQUE INDEX CONCURRENTLY level_journal_key ON level_journal (player_key, entry_id);
DROP INDEX CONCURRENTLY IF EXISTS report_month_key;
CREATE UNIQUE INDEX CONCURRENTLY report_month_key
  ON report_month (project_id, player_id, currency, month, player_key);
