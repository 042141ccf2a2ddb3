-- What owners and operators did, and who tried in vain: append-only, each record chained to the one before
-- by a hash, so that a record that was changed, left out or put between shows. The chain is made here, for
-- every writer.

CREATE TABLE audit (
  sequence         bigint PRIMARY KEY,
  at               timestamptz NOT NULL,
  -- Who: owner:<name>, operator:<project>, platform, or unknown.
  actor            text NOT NULL,
  -- From where: a machine or an address.
  origin           text NOT NULL,
  action           text NOT NULL,
  subject          text NOT NULL,
  before           jsonb,
  after            jsonb,
  previous_sha256  bytea NOT NULL CHECK (length(previous_sha256) = 32),
  sha256           bytea NOT NULL CHECK (length(sha256) = 32)
);
CREATE INDEX audit_subject ON audit (subject, sequence);

-- Each field with its length before it, so that no two records have one text. src/ledger/audit reads it
-- the same way.
CREATE FUNCTION audit_text(record audit) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' ORDER BY place)
  FROM unnest(ARRAY[
    record.sequence::text, (extract(epoch FROM record.at) * 1000000)::bigint::text, record.actor,
    record.origin, record.action, record.subject, record.before::text, record.after::text
  ]) WITH ORDINALITY AS fields (field, place)
$$;

CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last audit;
BEGIN
  -- One record after the other, to the end of each transaction.
  PERFORM pg_advisory_xact_lock(7233558);
  SELECT * INTO last FROM audit ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.previous_sha256 := coalesce(last.sha256, decode(repeat('00', 32), 'hex'));
  NEW.sha256 := sha256(NEW.previous_sha256 || convert_to(audit_text(NEW), 'UTF8'));
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_chain BEFORE INSERT ON audit
  FOR EACH ROW EXECUTE FUNCTION chain_audit();
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit FROM CURRENT_USER;
