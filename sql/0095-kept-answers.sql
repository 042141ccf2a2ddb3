-- nodes from 0042
-- How many bytes of idempotent answers each project has, those of methods that change nothing apart. An operator filled
-- the disk with its reports under keys of its own, 494 KB a call; what is kept is bounded now, and a call learns from the
-- project's few rows how much there is. A trigger counts, so that nodes of before this file, which delete answers, are
-- counted too. A row is locked until its call is committed: sixteen a project, by the key, keep launches from waiting for
-- each other.
-- Answers of before this file count as nothing; they go within a day.
ALTER TABLE idempotency ADD COLUMN is_reading boolean NOT NULL DEFAULT false;
ALTER TABLE idempotency ADD COLUMN kept_bytes integer NOT NULL DEFAULT 0;

CREATE TABLE kept_answers (
  project_id  text NOT NULL REFERENCES project,
  is_reading  boolean NOT NULL,
  part        smallint NOT NULL,
  bytes       bigint NOT NULL,
  PRIMARY KEY (project_id, is_reading, part)
) WITH (fillfactor = 50);

CREATE FUNCTION count_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_answers AS kept (project_id, is_reading, part, bytes)
  VALUES (OLD.project_id, OLD.is_reading, hashtext(OLD.key) & 15, coalesce(NEW.kept_bytes, 0) - OLD.kept_bytes)
  ON CONFLICT (project_id, is_reading, part) DO UPDATE SET bytes = kept.bytes + excluded.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER idempotency_kept AFTER UPDATE OF kept_bytes ON idempotency FOR EACH ROW
  WHEN (NEW.kept_bytes <> OLD.kept_bytes) EXECUTE FUNCTION count_kept_answer();
CREATE TRIGGER idempotency_forgotten AFTER DELETE ON idempotency FOR EACH ROW
  WHEN (OLD.kept_bytes > 0) EXECUTE FUNCTION count_kept_answer();
