-- Duplicates of an idempotent call no longer ask again and again. One that waits on another node says so
-- in the row; the first call tells by NOTIFY when it ends, and only then.

ALTER TABLE idempotency ADD COLUMN is_awaited boolean NOT NULL DEFAULT false;
