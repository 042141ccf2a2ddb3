-- concurrently
-- nodes from 0042
-- The audit log by who did it and by what was done: without them a name that is rare was looked for in every record.
DROP INDEX CONCURRENTLY IF EXISTS audit_actor;
CREATE INDEX CONCURRENTLY audit_actor ON audit (actor, sequence);
DROP INDEX CONCURRENTLY IF EXISTS audit_action;
CREATE INDEX CONCURRENTLY audit_action ON audit (action, sequence);
