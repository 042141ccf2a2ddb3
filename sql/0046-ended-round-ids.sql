-- concurrently
-- For the owner's search: rejected and cancelled rounds of all projects, newest first.
DROP INDEX CONCURRENTLY IF EXISTS ended_round_id;
CREATE INDEX CONCURRENTLY ended_round_id ON ended_round (round_id);
