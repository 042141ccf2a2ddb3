-- The wallet policy. reconciliation_required is what a report shows of a round that owes the wallet a
-- call for a day, not a state of its own: such a round goes on as before. And a round_info knows its
-- project, so that a sweep takes those of every project in turn, by an index, however many one has.

ALTER TABLE round DROP CONSTRAINT round_state_check, ADD CONSTRAINT round_state_check CHECK
  (state IN ('debit_pending', 'in_progress', 'credit_pending', 'settled', 'rejected', 'cancelled'));

ALTER TABLE notification ADD COLUMN project_id text;
UPDATE notification n SET project_id = (SELECT project_id FROM round r WHERE r.round_id = n.round_id);
ALTER TABLE notification ALTER COLUMN project_id SET NOT NULL;
DROP INDEX notification_due;
CREATE INDEX notification_due ON notification (project_id, next_attempt_at);
-- Those that are kept no longer.
CREATE INDEX notification_age ON notification (created_at);
