-- Which keys open which project, as nodes hold it in memory, is right while this number stands still. A
-- node reads the number with every call, the same row whoever calls, so that an unknown project and a
-- wrong key cost the same and a new key counts from its commit on.

CREATE TABLE credentials_epoch (
  is_single  boolean PRIMARY KEY DEFAULT true CHECK (is_single),
  epoch      bigint NOT NULL
);
INSERT INTO credentials_epoch (epoch) VALUES (1);

CREATE FUNCTION raise_credentials_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credentials_epoch SET epoch = epoch + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER project_credentials
  AFTER INSERT OR UPDATE OR DELETE ON project
  FOR EACH STATEMENT EXECUTE FUNCTION raise_credentials_epoch();
