-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS notification_key;
CREATE UNIQUE INDEX CONCURRENTLY notification_key ON notification (round_id, event, player_key);
