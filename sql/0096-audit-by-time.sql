-- concurrently
-- nodes from 0042
-- A search of the audit log by time read every newer record first. The records are in the order of their times, so the
-- search looks up where a time begins and reads from there (src/ledger/audit/audit-reader.ts).
DROP INDEX CONCURRENTLY IF EXISTS audit_at;
CREATE INDEX CONCURRENTLY audit_at ON audit (at);
