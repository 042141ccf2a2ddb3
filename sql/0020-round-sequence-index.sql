-- concurrently
-- The key of 0021: sequence numbers without the state beside them.
DROP INDEX CONCURRENTLY IF EXISTS round_sequence;
CREATE UNIQUE INDEX CONCURRENTLY round_sequence ON round (player_key, sequence) INCLUDE (game_id, grant_id);
