-- concurrently
-- nodes from 0053
-- The audit log by player: what was done to one of them was looked for in every record.
DROP INDEX CONCURRENTLY IF EXISTS audit_player;
CREATE INDEX CONCURRENTLY audit_player ON audit ((coalesce(after ->> 'playerId', before ->> 'playerId')), sequence)
  WHERE coalesce(after ->> 'playerId', before ->> 'playerId') IS NOT NULL;
