-- concurrently
-- nodes from 0042
-- The open decisions of a project, the longest open first: those past the deadline are found without a look at others.
DROP INDEX CONCURRENTLY IF EXISTS unfinished_round_decision;
CREATE INDEX CONCURRENTLY unfinished_round_decision ON unfinished_round (project_id, awaiting_since)
  WHERE awaiting_since IS NOT NULL;
