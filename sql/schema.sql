-- The schema after all migrations, for reading. Written by "reelhouse migrate --write-schema";
-- a test compares it with the migrations. Never run: databases are made by the numbered files.

CREATE OR REPLACE FUNCTION public.add_to_report_return_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO report_return_month AS sums (project_id, month, game_id, game_version, game_mode, level_bps, currency,
    rounds, stakes, wins, units, square_units)
  SELECT NEW.project_id, date_trunc('month', NEW.day)::date, NEW.game_id, NEW.game_version, NEW.game_mode,
    NEW.level_bps, NEW.currency,
    NEW.rounds - coalesce(OLD.rounds, 0), NEW.stakes - coalesce(OLD.stakes, 0), NEW.wins - coalesce(OLD.wins, 0),
    NEW.units - coalesce(OLD.units, 0), NEW.square_units - coalesce(OLD.square_units, 0)
  FROM report_progress WHERE project_id = NEW.project_id AND returns_in_months
  ON CONFLICT (project_id, month, game_id, game_version, game_mode, level_bps, currency) DO UPDATE SET
    rounds = sums.rounds + excluded.rounds,
    stakes = sums.stakes + excluded.stakes,
    wins = sums.wins + excluded.wins,
    units = sums.units + excluded.units,
    square_units = sums.square_units + excluded.square_units;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.add_to_report_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO report_total AS sums (day, game_id, currency,
    rounds, cancelled_rounds, free_spin_rounds, bets, wins, refunds)
  SELECT NEW.day, NEW.game_id, NEW.currency,
    NEW.rounds - coalesce(OLD.rounds, 0), NEW.cancelled_rounds - coalesce(OLD.cancelled_rounds, 0),
    NEW.free_spin_rounds - coalesce(OLD.free_spin_rounds, 0), NEW.bets - coalesce(OLD.bets, 0),
    NEW.wins - coalesce(OLD.wins, 0), NEW.refunds - coalesce(OLD.refunds, 0)
  FROM report_progress WHERE project_id = NEW.project_id AND in_totals
  ON CONFLICT (day, game_id, currency) DO UPDATE SET
    rounds = sums.rounds + excluded.rounds,
    cancelled_rounds = sums.cancelled_rounds + excluded.cancelled_rounds,
    free_spin_rounds = sums.free_spin_rounds + excluded.free_spin_rounds,
    bets = sums.bets + excluded.bets,
    wins = sums.wins + excluded.wins,
    refunds = sums.refunds + excluded.refunds;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_text(record audit)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' ORDER BY place)
  FROM unnest(ARRAY[
    record.sequence::text, (extract(epoch FROM record.at) * 1000000)::bigint::text, record.actor,
    record.origin, record.action, record.subject, record.before::text, record.after::text
  ]) WITH ORDINALITY AS fields (field, place)
$function$;

CREATE OR REPLACE FUNCTION public.chain_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.count_kept_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO kept_answers AS kept (project_id, is_reading, part, bytes)
  VALUES (OLD.project_id, OLD.is_reading, hashtext(OLD.key) & 15, coalesce(NEW.kept_bytes, 0) - OLD.kept_bytes)
  ON CONFLICT (project_id, is_reading, part) DO UPDATE SET bytes = kept.bytes + excluded.bytes;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_played(player bigint, game text, after_sequence bigint, up_to bigint)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  last bigint := coalesce(up_to, 9223372036854775807);
BEGIN
  RETURN (SELECT count(*) FROM finished_round r
      WHERE r.player_key = player AND r.sequence > after_sequence AND r.sequence <= last
        AND r.counted_game = ('x' || left(md5(game), 8))::bit(32)::int)
    + (SELECT count(*) FROM unfinished r
      WHERE r.player_key = player AND r.sequence > after_sequence AND r.sequence <= last
        AND r.game_id = game AND r.grant_id IS NULL)
    - (SELECT count(*) FROM ended_round r
      WHERE r.player_key = player AND r.sequence > after_sequence AND r.sequence <= last
        AND r.game_id = game AND r.is_paid);
END $function$;

CREATE OR REPLACE FUNCTION public.current_origin()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  FROM pg_control_system()
$function$;

CREATE OR REPLACE FUNCTION public.first_round_id(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;

CREATE OR REPLACE FUNCTION public.last_counted(player bigint, applied_by uuid, expiry timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF applied_by IS NOT NULL THEN
    RETURN (SELECT r.sequence FROM round r WHERE r.round_id = applied_by AND r.player_key = player);
  END IF;
  RETURN (SELECT r.sequence FROM round r WHERE r.player_key = player AND r.created_at < expiry
    ORDER BY r.sequence DESC LIMIT 1);
END $function$;

CREATE OR REPLACE FUNCTION public.make_round_months(first timestamp with time zone, last timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
DECLARE
  month timestamp := date_trunc('month', first AT TIME ZONE 'UTC');
  name text;
  low uuid;
  high uuid;
  columns text;
  made int := 0;
BEGIN
  IF last > first + interval '121 months' THEN
    RAISE EXCEPTION 'no more than 121 months at once';
  END IF;
  WHILE month <= last AT TIME ZONE 'UTC' LOOP
    name := 'finished_round_' || to_char(month, 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      low := first_round_id(month AT TIME ZONE 'UTC');
      high := first_round_id((month + interval '1 month') AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TABLE %I (LIKE finished_round INCLUDING CONSTRAINTS INCLUDING GENERATED)', name);
      EXECUTE format('CREATE UNIQUE INDEX %I ON %I (player_key, sequence) INCLUDE (counted_game)',
        name || '_sequence', name);
      -- Rounds of the month that came before its table.
      IF EXISTS (SELECT FROM finished_round_other WHERE round_id >= low AND round_id < high) THEN
        LOCK TABLE finished_round_other IN SHARE ROW EXCLUSIVE MODE;
        SELECT string_agg(attname, ', ') INTO columns FROM pg_attribute
        WHERE attrelid = 'finished_round'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        EXECUTE format('WITH early AS (DELETE FROM finished_round_other WHERE round_id >= %L AND round_id < %L
          RETURNING %s) INSERT INTO %I (%s) SELECT * FROM early', low, high, columns, name, columns);
      END IF;
      EXECUTE format('ALTER TABLE finished_round ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, low, high);
      made := made + 1;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END $function$;

CREATE OR REPLACE FUNCTION public.name_notification_player()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT player_key INTO NEW.player_key FROM round WHERE round_id = NEW.round_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.note_touched_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO place_touched_day (project_id, day) SELECT DISTINCT project_id, day FROM changed;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_touched_players()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO place_touched (player_key) SELECT DISTINCT player_key FROM changed;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_touched_rounds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO place_touched (player_key, from_sequence)
  SELECT player_key, min(sequence) FROM changed GROUP BY player_key;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.raise_credentials_epoch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE credentials_epoch SET epoch = epoch + 1;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('reelhouse.erasure', true) = 'on' THEN
    IF to_jsonb(NEW) - 'before' - 'after' = to_jsonb(OLD) - 'before' - 'after' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the place is closed: it is being moved, or was moved to another server'
    USING ERRCODE = 'RH001';
END $function$;

CREATE OR REPLACE FUNCTION public.set_late_round_aside()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO report_aside (round_id, project_id, created_at)
  VALUES (NEW.round_id, NEW.project_id, NEW.created_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE TABLE admin_account (
  account_id           uuid                      NOT NULL,
  name                 text                      NOT NULL,
  role                 text                      NOT NULL,
  password_hash        text,
  totp_sealed          bytea,
  totp_pending_sealed  bytea,
  totp_step            bigint                    DEFAULT 0 NOT NULL,
  disabled_at          timestamp with time zone,
  created_at           timestamp with time zone  DEFAULT now() NOT NULL,
  time_zone            text                      DEFAULT 'UTC'::text NOT NULL,
  project_id           text,
  oidc_issuer          text,
  oidc_subject         text,
  CONSTRAINT admin_account_pkey PRIMARY KEY (account_id),
  CONSTRAINT admin_account_name_key UNIQUE (name),
  CONSTRAINT admin_account_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  CONSTRAINT admin_account_identity_check CHECK (((oidc_issuer IS NULL) = (oidc_subject IS NULL))) NOT VALID,
  CONSTRAINT admin_account_name_check CHECK (((name ~ '^[a-z0-9][a-z0-9._@-]{0,63}$'::text) OR ((project_id IS NOT NULL) AND (name ~ '^[a-z0-9][a-z0-9._-]{0,63}@[a-z0-9_-]{1,64}$'::text)))) NOT VALID,
  CONSTRAINT admin_account_project_check CHECK (((project_id IS NULL) OR ("right"(name, (length(project_id) + 1)) = ('@'::text || project_id)))) NOT VALID,
  CONSTRAINT admin_account_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'release'::text, 'support'::text, 'finance'::text, 'viewer'::text]))) NOT VALID
);
CREATE UNIQUE INDEX admin_account_identity ON admin_account USING btree (oidc_issuer, oidc_subject);

CREATE TABLE admin_device (
  device_id     uuid                      NOT NULL,
  token_sha256  bytea                     NOT NULL,
  account_id    uuid                      NOT NULL,
  seen_at       timestamp with time zone  NOT NULL,
  wrong_tries   integer                   DEFAULT 0 NOT NULL,
  CONSTRAINT admin_device_pkey PRIMARY KEY (device_id),
  CONSTRAINT admin_device_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT admin_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES admin_account(account_id) ON DELETE CASCADE,
  CONSTRAINT admin_device_token_sha256_check CHECK ((length(token_sha256) = 32))
);
CREATE INDEX admin_device_account ON admin_device USING btree (account_id, seen_at);

CREATE TABLE admin_link (
  account_id    uuid                      NOT NULL,
  token_sha256  bytea                     NOT NULL,
  expires_at    timestamp with time zone  NOT NULL,
  CONSTRAINT admin_link_pkey PRIMARY KEY (account_id),
  CONSTRAINT admin_link_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT admin_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES admin_account(account_id) ON DELETE CASCADE,
  CONSTRAINT admin_link_token_sha256_check CHECK ((length(token_sha256) = 32))
);

CREATE TABLE admin_session (
  session_id    uuid                      NOT NULL,
  token_sha256  bytea                     NOT NULL,
  account_id    uuid                      NOT NULL,
  created_at    timestamp with time zone  DEFAULT now() NOT NULL,
  seen_at       timestamp with time zone  DEFAULT now() NOT NULL,
  address       text                      NOT NULL,
  user_agent    text                      NOT NULL,
  wrong_tries   integer                   DEFAULT 0 NOT NULL,
  CONSTRAINT admin_session_pkey PRIMARY KEY (session_id),
  CONSTRAINT admin_session_token_sha256_key UNIQUE (token_sha256),
  CONSTRAINT admin_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES admin_account(account_id) ON DELETE CASCADE,
  CONSTRAINT admin_session_token_sha256_check CHECK ((length(token_sha256) = 32)),
  CONSTRAINT admin_session_user_agent_check CHECK ((length(user_agent) <= 256))
);
CREATE INDEX admin_session_account ON admin_session USING btree (account_id, created_at);

CREATE TABLE archived_month (
  month        date                      NOT NULL,
  file         text                      NOT NULL,
  sha256       text                      NOT NULL,
  rounds       bigint                    NOT NULL,
  bytes        bigint                    NOT NULL,
  archived_at  timestamp with time zone  DEFAULT now() NOT NULL,
  dropped_at   timestamp with time zone,
  CONSTRAINT archived_month_pkey PRIMARY KEY (month),
  CONSTRAINT archived_month_sha256_check CHECK ((length(sha256) = 64))
);

CREATE TABLE audit (
  sequence         bigint                    NOT NULL,
  at               timestamp with time zone  NOT NULL,
  actor            text                      NOT NULL,
  origin           text                      NOT NULL,
  action           text                      NOT NULL,
  subject          text                      NOT NULL,
  before           jsonb,
  after            jsonb,
  previous_sha256  bytea                     NOT NULL,
  sha256           bytea                     NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (sequence),
  CONSTRAINT audit_previous_sha256_check CHECK ((length(previous_sha256) = 32)),
  CONSTRAINT audit_sha256_check CHECK ((length(sha256) = 32))
);
CREATE INDEX audit_action ON audit USING btree (action, sequence);
CREATE INDEX audit_actor ON audit USING btree (actor, sequence);
CREATE INDEX audit_at ON audit USING btree (at);
CREATE INDEX audit_player ON audit USING btree (COALESCE((after ->> 'playerId'::text), (before ->> 'playerId'::text)), sequence) WHERE (COALESCE((after ->> 'playerId'::text), (before ->> 'playerId'::text)) IS NOT NULL);
CREATE INDEX audit_subject ON audit USING btree (subject, sequence);
CREATE TRIGGER audit_chain BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION chain_audit();
CREATE TRIGGER audit_kept BEFORE DELETE OR UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE callback_log (
  call_id         uuid                      NOT NULL,
  project_id      text                      NOT NULL,
  method          text                      NOT NULL,
  code            text                      NOT NULL,
  detail          text,
  player_id       text,
  session_id      uuid,
  round_id        uuid,
  transaction_id  text,
  currency        text,
  attempt         integer,
  at              timestamp with time zone  NOT NULL,
  latency_ms      real                      NOT NULL,
  http_status     smallint,
  request_body    text,
  answer_body     text,
  answer_bytes    integer                   DEFAULT 0 NOT NULL,
  node            text                      NOT NULL,
  stands_for      integer                   DEFAULT 1 NOT NULL,
  CONSTRAINT callback_log_pkey PRIMARY KEY (call_id)
);
CREATE INDEX callback_log_code ON callback_log USING btree (project_id, method, code, call_id);
CREATE INDEX callback_log_player ON callback_log USING btree (project_id, player_id, call_id) WHERE (player_id IS NOT NULL);
CREATE INDEX callback_log_round ON callback_log USING btree (round_id) WHERE (round_id IS NOT NULL);

CREATE TABLE carried_shards (
  is_only     boolean  DEFAULT true NOT NULL,
  shards      text     NOT NULL,
  closed_for  uuid,
  CONSTRAINT carried_shards_pkey PRIMARY KEY (is_only),
  CONSTRAINT carried_shards_is_only_check CHECK (is_only)
);

CREATE TABLE credentials_epoch (
  is_single  boolean  DEFAULT true NOT NULL,
  epoch      bigint   NOT NULL,
  CONSTRAINT credentials_epoch_pkey PRIMARY KEY (is_single),
  CONSTRAINT credentials_epoch_is_single_check CHECK (is_single)
);

CREATE TABLE ended_round (
  player_key  bigint                    NOT NULL,
  sequence    bigint                    NOT NULL,
  round_id    uuid                      NOT NULL,
  project_id  text                      NOT NULL,
  created_at  timestamp with time zone  NOT NULL,
  game_id     text                      NOT NULL,
  is_paid     boolean                   NOT NULL,
  CONSTRAINT ended_round_pkey PRIMARY KEY (player_key, sequence)
);
CREATE INDEX ended_round_id ON ended_round USING btree (round_id);
CREATE INDEX ended_round_report ON ended_round USING btree (project_id, created_at, round_id);

CREATE TABLE external_id (
  project_id   text                      NOT NULL,
  subject      text                      NOT NULL,
  external_id  text                      NOT NULL,
  id           uuid                      NOT NULL,
  player_id    text                      NOT NULL,
  claimed_at   timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT external_id_pkey PRIMARY KEY (project_id, subject, external_id),
  CONSTRAINT external_id_subject_check CHECK ((subject = ANY (ARRAY['grant'::text, 'target'::text])))
);
CREATE INDEX external_id_search ON external_id USING btree (external_id COLLATE "C", project_id COLLATE "C");
CREATE INDEX external_id_search_in_project ON external_id USING btree (project_id, external_id COLLATE "C");

CREATE TABLE finished_round (
  player_key               bigint                    NOT NULL,
  sequence                 bigint                    NOT NULL,
  round_id                 uuid                      NOT NULL,
  session_id               uuid                      NOT NULL,
  base_stake_minor         bigint                    NOT NULL,
  stake_minor              bigint                    NOT NULL,
  win_units                bigint                    NOT NULL,
  win_minor                bigint                    NOT NULL,
  balance_after_bet_minor  bigint,
  balance_after_minor      bigint,
  created_at               timestamp with time zone  NOT NULL,
  bet_confirmed_at         timestamp with time zone,
  win_planned_at           timestamp with time zone,
  win_confirmed_at         timestamp with time zone,
  refund_planned_at        timestamp with time zone,
  refund_confirmed_at      timestamp with time zone,
  settled_at               timestamp with time zone,
  grant_id                 uuid,
  outcome_id               uuid,
  grant_remaining          integer,
  level_bps                integer,
  attempts                 integer                   NOT NULL,
  version                  integer                   NOT NULL,
  awaiting                 boolean                   NOT NULL,
  start_notified           boolean                   NOT NULL,
  finish_notified          boolean                   NOT NULL,
  project_id               text                      NOT NULL,
  game_id                  text                      NOT NULL,
  game_version             text                      NOT NULL,
  game_mode                text                      NOT NULL,
  currency                 text                      NOT NULL,
  state                    text                      NOT NULL,
  bet_status               text                      NOT NULL,
  win_status               text,
  refund_status            text,
  cancel_reason            text,
  refusal_code             text,
  level_source             text,
  weighting                text,
  request_id               text                      NOT NULL,
  bet_terms                json                      NOT NULL,
  seed                     bytea                     NOT NULL,
  choices                  text[],
  choice_request_ids       text[],
  counted_game             integer                   GENERATED ALWAYS AS (
CASE
    WHEN (grant_id IS NULL) THEN ((('x'::text || "left"(md5(game_id), 8)))::bit(32))::integer
    ELSE 0
END) STORED NOT NULL,
  CONSTRAINT finished_round_money CHECK (
CASE state
    WHEN 'settled'::text THEN ((bet_status = 'confirmed'::text) AND (refund_status IS NULL) AND ((win_minor = 0) OR (NOT (win_status IS DISTINCT FROM 'confirmed'::text))))
    WHEN 'rejected'::text THEN ((bet_status = 'rejected'::text) AND (refund_status IS NULL))
    WHEN 'cancelled'::text THEN ((NOT (refund_status IS DISTINCT FROM 'confirmed'::text)) AND (COALESCE(win_status, 'planned'::text) = 'planned'::text))
    ELSE false
END)
) PARTITION BY RANGE (round_id);
CREATE INDEX finished_round_id ON ONLY finished_round USING btree (round_id);
CREATE INDEX finished_round_report ON ONLY finished_round USING btree (project_id, created_at);
CREATE INDEX finished_round_request ON ONLY finished_round USING btree (hashtextextended(request_id, player_key));

CREATE TABLE free_spin_grant (
  grant_id             uuid                      NOT NULL,
  project_id           text                      NOT NULL,
  player_key           bigint                    NOT NULL,
  external_id          text,
  currency             text                      NOT NULL,
  game_id              text                      NOT NULL,
  provider             text                      NOT NULL,
  bet_minor            bigint                    NOT NULL,
  bet_terms            json                      NOT NULL,
  meta                 json,
  total                integer                   NOT NULL,
  taken                integer                   DEFAULT 0 NOT NULL,
  played               integer                   DEFAULT 0 NOT NULL,
  total_win_minor      bigint                    DEFAULT 0 NOT NULL,
  status               text                      DEFAULT 'active'::text NOT NULL,
  created_at           timestamp with time zone  NOT NULL,
  expires_at           timestamp with time zone  NOT NULL,
  finished_at          timestamp with time zone,
  summary_attempts     integer                   DEFAULT 0 NOT NULL,
  summary_next_at      timestamp with time zone,
  summary_answered_at  timestamp with time zone,
  CONSTRAINT free_spin_grant_pkey PRIMARY KEY (grant_id, player_key),
  CONSTRAINT free_spin_grant_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT free_spin_grant_bet_minor_check CHECK ((bet_minor > 0)),
  CONSTRAINT free_spin_grant_check CHECK (((0 <= played) AND (played <= taken) AND (taken <= total))),
  CONSTRAINT free_spin_grant_check1 CHECK (((status = 'active'::text) = (finished_at IS NULL))),
  CONSTRAINT free_spin_grant_currency_check CHECK ((currency = ANY (ARRAY['UAH'::text, 'USD'::text, 'EUR'::text, 'RUB'::text]))),
  CONSTRAINT free_spin_grant_status_check CHECK ((status = ANY (ARRAY['active'::text, 'used'::text, 'expired'::text, 'cancelled'::text]))),
  CONSTRAINT free_spin_grant_total_check CHECK (((total >= 1) AND (total <= 1000))),
  CONSTRAINT free_spin_grant_total_win_minor_check CHECK ((total_win_minor >= 0))
);
CREATE INDEX free_spin_grant_active ON free_spin_grant USING btree (player_key, game_id) WHERE (status = 'active'::text);
CREATE INDEX free_spin_grant_expiry ON free_spin_grant USING btree (expires_at) WHERE (status = 'active'::text);
CREATE INDEX free_spin_grant_newest ON free_spin_grant USING btree (project_id, created_at DESC, grant_id DESC);
CREATE INDEX free_spin_grant_player ON free_spin_grant USING btree (player_key, created_at DESC, grant_id DESC);
CREATE INDEX free_spin_grant_summary ON free_spin_grant USING btree (summary_next_at) WHERE ((status <> 'active'::text) AND (summary_answered_at IS NULL));

CREATE TABLE idempotency (
  project_id     text                      NOT NULL,
  method         text                      NOT NULL,
  key            text                      NOT NULL,
  body_sha256    bytea                     NOT NULL,
  answer         jsonb,
  claimed_until  timestamp with time zone  NOT NULL,
  created_at     timestamp with time zone  DEFAULT now() NOT NULL,
  is_awaited     boolean                   DEFAULT false NOT NULL,
  is_reading     boolean                   DEFAULT false NOT NULL,
  kept_bytes     integer                   DEFAULT 0 NOT NULL,
  CONSTRAINT idempotency_pkey PRIMARY KEY (project_id, method, key),
  CONSTRAINT idempotency_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  CONSTRAINT idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 128)))
);
CREATE INDEX idempotency_age ON idempotency USING btree (created_at);
CREATE TRIGGER idempotency_forgotten AFTER DELETE ON idempotency FOR EACH ROW WHEN ((old.kept_bytes > 0)) EXECUTE FUNCTION count_kept_answer();
CREATE TRIGGER idempotency_kept AFTER UPDATE OF kept_bytes ON idempotency FOR EACH ROW WHEN ((new.kept_bytes <> old.kept_bytes)) EXECUTE FUNCTION count_kept_answer();

CREATE TABLE kept_answers (
  project_id  text      NOT NULL,
  is_reading  boolean   NOT NULL,
  part        smallint  NOT NULL,
  bytes       bigint    NOT NULL,
  CONSTRAINT kept_answers_pkey PRIMARY KEY (project_id, is_reading, part),
  CONSTRAINT kept_answers_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id)
) WITH (fillfactor=50);

CREATE TABLE ledger_origin (
  is_only        boolean                   DEFAULT true NOT NULL,
  origin         text                      NOT NULL,
  reconciled_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT ledger_origin_pkey PRIMARY KEY (is_only),
  CONSTRAINT ledger_origin_is_only_check CHECK (is_only)
);

CREATE TABLE level_journal (
  entry_id    bigint                    GENERATED ALWAYS AS IDENTITY NOT NULL,
  player_key  bigint                    NOT NULL,
  provider    text                      NOT NULL,
  at          timestamp with time zone  NOT NULL,
  change      text                      NOT NULL,
  from_bps    integer,
  to_bps      integer,
  reason      text,
  by          text                      NOT NULL,
  CONSTRAINT level_journal_pkey PRIMARY KEY (player_key, entry_id),
  CONSTRAINT level_journal_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT level_journal_by_check CHECK ((by = ANY (ARRAY['operator'::text, 'admin'::text, 'adaptive'::text]))),
  CONSTRAINT level_journal_change_check CHECK ((change = ANY (ARRAY['bind'::text, 'set'::text, 'auto'::text, 'lower'::text, 'restore'::text, 'bet-limit'::text])))
);
CREATE INDEX level_journal_newest ON level_journal USING btree (player_key, provider, entry_id DESC);

CREATE TABLE node_pauses (
  run       uuid                      NOT NULL,
  node      text                      NOT NULL,
  revision  bigint                    NOT NULL,
  seen_at   timestamp with time zone  NOT NULL,
  CONSTRAINT node_pauses_pkey PRIMARY KEY (run)
);

CREATE TABLE node_setting (
  node        text                      NOT NULL,
  name        text                      NOT NULL,
  value       text                      NOT NULL,
  changed_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT node_setting_pkey PRIMARY KEY (node, name),
  CONSTRAINT node_setting_node_check CHECK (((length(node) >= 1) AND (length(node) <= 64)))
);

CREATE TABLE node_state (
  node           text                      NOT NULL,
  settings       jsonb                     NOT NULL,
  problem        text,
  started_at     timestamp with time zone  DEFAULT now() NOT NULL,
  seen_at        timestamp with time zone  DEFAULT now() NOT NULL,
  sockets        integer,
  takes_sockets  boolean                   DEFAULT false NOT NULL,
  CONSTRAINT node_state_pkey PRIMARY KEY (node)
);

CREATE TABLE notification (
  round_id         uuid                      NOT NULL,
  event            text                      NOT NULL,
  attempts         integer                   DEFAULT 1 NOT NULL,
  next_attempt_at  timestamp with time zone  DEFAULT now() NOT NULL,
  created_at       timestamp with time zone  DEFAULT now() NOT NULL,
  project_id       text                      NOT NULL,
  player_key       bigint                    NOT NULL,
  CONSTRAINT notification_pkey PRIMARY KEY (round_id, event, player_key),
  CONSTRAINT notification_event_check CHECK ((event = ANY (ARRAY['start'::text, 'finish'::text])))
);
CREATE INDEX notification_age ON notification USING btree (created_at);
CREATE INDEX notification_due ON notification USING btree (project_id, next_attempt_at);
CREATE TRIGGER notification_player BEFORE INSERT ON notification FOR EACH ROW WHEN ((new.player_key IS NULL)) EXECUTE FUNCTION name_notification_player();

CREATE TABLE orphaned_round (
  round_id  uuid                      NOT NULL,
  known     text                      NOT NULL,
  origin    text                      NOT NULL,
  found_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT orphaned_round_pkey PRIMARY KEY (round_id)
);

CREATE TABLE pause (
  scope      text                      NOT NULL,
  subject    text                      NOT NULL,
  reason     text                      NOT NULL,
  paused_by  text                      NOT NULL,
  paused_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT pause_pkey PRIMARY KEY (scope, subject),
  CONSTRAINT pause_check CHECK (((scope = 'all'::text) = (subject = '*'::text))),
  CONSTRAINT pause_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 200))),
  CONSTRAINT pause_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'project'::text, 'provider'::text, 'game'::text])))
);

CREATE TABLE pause_revision (
  revision  bigint   NOT NULL,
  one       boolean  DEFAULT true NOT NULL,
  CONSTRAINT pause_revision_pkey PRIMARY KEY (one),
  CONSTRAINT pause_revision_one_check CHECK (one)
);

CREATE TABLE place (
  name        text                      NOT NULL,
  server      text,
  closed_for  uuid,
  revision    bigint                    DEFAULT 1 NOT NULL,
  changed_at  timestamp with time zone  DEFAULT now() NOT NULL,
  part_of     text,
  schema      text,
  is_planned  boolean                   DEFAULT false NOT NULL,
  CONSTRAINT place_pkey PRIMARY KEY (name),
  CONSTRAINT place_part CHECK ((((part_of IS NULL) = (schema IS NULL)) AND ((part_of IS NOT NULL) OR (NOT is_planned)))) NOT VALID
);

CREATE TABLE place_move (
  move_id          uuid                      NOT NULL,
  place            text                      NOT NULL,
  from_server      text,
  to_server        text                      NOT NULL,
  step             text                      NOT NULL,
  origin           text                      NOT NULL,
  target_origin    text                      NOT NULL,
  source_bytes     bigint,
  copied_bytes     bigint,
  behind_bytes     bigint,
  began_by         text                      NOT NULL,
  began_at         timestamp with time zone  DEFAULT now() NOT NULL,
  changed_at       timestamp with time zone  DEFAULT now() NOT NULL,
  into_parts       integer,
  waiting_players  bigint,
  CONSTRAINT place_move_pkey PRIMARY KEY (move_id),
  CONSTRAINT place_move_parts CHECK ((into_parts > 1)) NOT VALID,
  CONSTRAINT place_move_step_check CHECK ((step = ANY (ARRAY['preparing'::text, 'copying'::text, 'following'::text, 'closing'::text, 'moved'::text, 'dropped'::text, 'taken-back'::text])))
);
CREATE UNIQUE INDEX place_move_open ON place_move USING btree (place) WHERE (step = ANY (ARRAY['preparing'::text, 'copying'::text, 'following'::text, 'closing'::text]));

CREATE TABLE place_touched (
  touched_id     bigint  GENERATED ALWAYS AS IDENTITY NOT NULL,
  player_key     bigint  NOT NULL,
  from_sequence  bigint,
  CONSTRAINT place_touched_pkey PRIMARY KEY (touched_id)
);
CREATE INDEX place_touched_player ON place_touched USING btree (player_key);

CREATE TABLE place_touched_day (
  project_id  text  NOT NULL,
  day         date  NOT NULL
);

CREATE TABLE player (
  player_key      bigint                    GENERATED ALWAYS AS IDENTITY NOT NULL,
  project_id      text                      NOT NULL,
  player_id       text                      NOT NULL,
  created_at      timestamp with time zone  DEFAULT now() NOT NULL,
  terms_revision  bigint                    DEFAULT 0 NOT NULL,
  last_sequence   bigint                    DEFAULT 0 NOT NULL,
  blocked_at      timestamp with time zone,
  blocked_by      text,
  block_reason    text,
  CONSTRAINT player_pkey PRIMARY KEY (player_key),
  CONSTRAINT player_player_id_check CHECK (((length(player_id) >= 1) AND (length(player_id) <= 128)))
);
CREATE INDEX player_name ON player USING btree (project_id, player_id);
CREATE INDEX player_search ON player USING btree (player_id COLLATE "C", project_id COLLATE "C");
CREATE INDEX player_search_in_project ON player USING btree (project_id, player_id COLLATE "C");

CREATE TABLE player_bet_limit (
  player_key  bigint                    NOT NULL,
  provider    text                      NOT NULL,
  currency    text                      NOT NULL,
  min_minor   bigint                    NOT NULL,
  max_minor   bigint                    NOT NULL,
  updated_at  timestamp with time zone  NOT NULL,
  CONSTRAINT player_bet_limit_pkey PRIMARY KEY (player_key, provider, currency),
  CONSTRAINT player_bet_limit_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT player_bet_limit_check CHECK ((max_minor >= min_minor)),
  CONSTRAINT player_bet_limit_currency_check CHECK ((currency = ANY (ARRAY['UAH'::text, 'USD'::text, 'EUR'::text, 'RUB'::text]))),
  CONSTRAINT player_bet_limit_min_minor_check CHECK ((min_minor >= 1))
);

CREATE TABLE player_erasure (
  project_id  text                      NOT NULL,
  player_id   text                      NOT NULL,
  pseudonym   text                      NOT NULL,
  started_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT player_erasure_pkey PRIMARY KEY (project_id, player_id)
);

CREATE TABLE player_level (
  player_key         bigint   NOT NULL,
  provider           text     NOT NULL,
  start_bps          integer  NOT NULL,
  current_bps        integer  NOT NULL,
  manual_bps         integer,
  adjusted_sequence  bigint   DEFAULT 0 NOT NULL,
  CONSTRAINT player_level_pkey PRIMARY KEY (player_key, provider),
  CONSTRAINT player_level_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT player_level_check CHECK (((current_bps >= 6000) AND (current_bps <= start_bps))),
  CONSTRAINT player_level_manual_bps_check CHECK (((manual_bps >= 6000) AND (manual_bps <= 10000))),
  CONSTRAINT player_level_start_bps_check CHECK (((start_bps >= 6000) AND (start_bps <= 10000)))
);

CREATE TABLE player_note (
  note_id     uuid                      DEFAULT gen_random_uuid() NOT NULL,
  player_key  bigint                    NOT NULL,
  at          timestamp with time zone  DEFAULT now() NOT NULL,
  author      text                      NOT NULL,
  body        text                      NOT NULL,
  CONSTRAINT player_note_pkey PRIMARY KEY (note_id),
  CONSTRAINT player_note_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT player_note_body_check CHECK (((length(body) >= 1) AND (length(body) <= 2000)))
);
CREATE INDEX player_note_player ON player_note USING btree (player_key, at);

CREATE TABLE player_tag (
  player_key  bigint  NOT NULL,
  tag         text    NOT NULL,
  project_id  text    NOT NULL,
  player_id   text    NOT NULL,
  CONSTRAINT player_tag_pkey PRIMARY KEY (player_key, tag),
  CONSTRAINT player_tag_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT player_tag_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 32)))
);
CREATE INDEX player_tag_search ON player_tag USING btree (tag, player_id COLLATE "C", project_id COLLATE "C");
CREATE INDEX player_tag_search_in_project ON player_tag USING btree (project_id, tag, player_id COLLATE "C");

CREATE TABLE project (
  project_id               text                      NOT NULL,
  internal                 boolean                   DEFAULT false NOT NULL,
  callback_url             text                      NOT NULL,
  api_key_sealed           bytea                     NOT NULL,
  api_key_sha256           bytea                     NOT NULL,
  allowed_networks         text[]                    DEFAULT '{}'::text[] NOT NULL,
  default_language         text                      DEFAULT 'en'::text NOT NULL,
  revision                 bigint                    DEFAULT 1 NOT NULL,
  created_at               timestamp with time zone  DEFAULT now() NOT NULL,
  updated_at               timestamp with time zone  DEFAULT now() NOT NULL,
  settings                 json                      DEFAULT '{}'::json NOT NULL,
  signing_key_sealed       bytea,
  next_signing_key_sealed  bytea,
  callback_confirmed       text,
  client_certificate       text,
  client_key_sealed        bytea,
  CONSTRAINT project_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_api_key_sha256_check CHECK ((length(api_key_sha256) = 32)),
  CONSTRAINT project_callback_url_check CHECK ((length(callback_url) <= 512)),
  CONSTRAINT project_check CHECK (((next_signing_key_sealed IS NULL) OR (signing_key_sealed IS NOT NULL))),
  CONSTRAINT project_client_certificate CHECK (((client_certificate IS NULL) = (client_key_sealed IS NULL))) NOT VALID,
  CONSTRAINT project_project_id_check CHECK ((project_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text))
);
CREATE TRIGGER project_credentials AFTER INSERT OR DELETE OR UPDATE ON project FOR EACH STATEMENT EXECUTE FUNCTION raise_credentials_epoch();

CREATE TABLE registered_player (
  project_id  text    NOT NULL,
  player_id   text    NOT NULL,
  player_key  bigint  NOT NULL,
  CONSTRAINT registered_player_pkey PRIMARY KEY (project_id, player_id)
);

CREATE TABLE report_aside (
  round_id    uuid                      NOT NULL,
  project_id  text                      NOT NULL,
  created_at  timestamp with time zone  NOT NULL,
  CONSTRAINT report_aside_pkey PRIMARY KEY (round_id)
);
CREATE INDEX report_aside_start ON report_aside USING btree (project_id, created_at, round_id);

CREATE TABLE report_day (
  project_id        text     NOT NULL,
  day               date     NOT NULL,
  game_id           text     NOT NULL,
  currency          text     NOT NULL,
  rounds            bigint   NOT NULL,
  cancelled_rounds  bigint   NOT NULL,
  free_spin_rounds  bigint   NOT NULL,
  bets              numeric  NOT NULL,
  wins              numeric  NOT NULL,
  refunds           numeric  NOT NULL,
  CONSTRAINT report_day_pkey PRIMARY KEY (project_id, day, game_id, currency)
) WITH (fillfactor=80);
CREATE TRIGGER report_day_total AFTER INSERT OR UPDATE ON report_day FOR EACH ROW EXECUTE FUNCTION add_to_report_total();

CREATE TABLE report_month (
  project_id      text     NOT NULL,
  player_id       text     NOT NULL,
  currency        text     NOT NULL,
  month           date     NOT NULL,
  player_key      bigint   NOT NULL,
  first_sequence  bigint   NOT NULL,
  last_sequence   bigint   NOT NULL,
  bet_count       bigint   NOT NULL,
  win_count       bigint   NOT NULL,
  refund_count    bigint   NOT NULL,
  bets            numeric  NOT NULL,
  wins            numeric  NOT NULL,
  refunds         numeric  NOT NULL,
  CONSTRAINT report_month_pkey PRIMARY KEY (project_id, player_id, currency, month, player_key)
) WITH (fillfactor=80);

CREATE TABLE report_progress (
  project_id         text                      NOT NULL,
  rolled_until       timestamp with time zone  NOT NULL,
  returns_until      timestamp with time zone  DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  in_totals          boolean                   DEFAULT false NOT NULL,
  returns_in_months  boolean                   DEFAULT false NOT NULL,
  CONSTRAINT report_progress_pkey PRIMARY KEY (project_id)
);

CREATE TABLE report_return (
  project_id    text     NOT NULL,
  day           date     NOT NULL,
  game_id       text     NOT NULL,
  game_version  text     NOT NULL,
  game_mode     text     NOT NULL,
  level_bps     integer  NOT NULL,
  currency      text     NOT NULL,
  rounds        bigint   NOT NULL,
  stakes        numeric  NOT NULL,
  wins          numeric  NOT NULL,
  units         numeric  NOT NULL,
  square_units  numeric  NOT NULL,
  CONSTRAINT report_return_pkey PRIMARY KEY (project_id, day, game_id, game_version, game_mode, level_bps, currency)
) WITH (fillfactor=80);
CREATE TRIGGER report_return_by_month AFTER INSERT OR UPDATE ON report_return FOR EACH ROW EXECUTE FUNCTION add_to_report_return_month();

CREATE TABLE report_return_month (
  project_id    text     NOT NULL,
  month         date     NOT NULL,
  game_id       text     NOT NULL,
  game_version  text     NOT NULL,
  game_mode     text     NOT NULL,
  level_bps     integer  NOT NULL,
  currency      text     NOT NULL,
  rounds        bigint   NOT NULL,
  stakes        numeric  NOT NULL,
  wins          numeric  NOT NULL,
  units         numeric  NOT NULL,
  square_units  numeric  NOT NULL,
  CONSTRAINT report_return_month_pkey PRIMARY KEY (project_id, month, game_id, game_version, game_mode, level_bps, currency)
) WITH (fillfactor=80);

CREATE TABLE report_total (
  day               date     NOT NULL,
  game_id           text     NOT NULL,
  currency          text     NOT NULL,
  rounds            bigint   NOT NULL,
  cancelled_rounds  bigint   NOT NULL,
  free_spin_rounds  bigint   NOT NULL,
  bets              numeric  NOT NULL,
  wins              numeric  NOT NULL,
  refunds           numeric  NOT NULL,
  CONSTRAINT report_total_pkey PRIMARY KEY (day, game_id, currency)
) WITH (fillfactor=80);

CREATE TABLE round_push (
  push_id      uuid                      NOT NULL,
  round_id     uuid                      NOT NULL,
  asked_at     timestamp with time zone  DEFAULT now() NOT NULL,
  node         text,
  answer       text,
  answered_at  timestamp with time zone,
  CONSTRAINT round_push_pkey PRIMARY KEY (push_id)
);
CREATE INDEX round_push_age ON round_push USING btree (asked_at);

CREATE TABLE schema_migration (
  name        text                      NOT NULL,
  sha256      text                      NOT NULL,
  applied_at  timestamp with time zone  DEFAULT now() NOT NULL,
  nodes_from  text,
  CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE secret (
  name        text                      NOT NULL,
  sealed      bytea                     NOT NULL,
  created_at  timestamp with time zone  DEFAULT now() NOT NULL,
  CONSTRAINT secret_pkey PRIMARY KEY (name)
);

CREATE TABLE session (
  session_id       uuid                      NOT NULL,
  player_key       bigint                    NOT NULL,
  game_id          text                      NOT NULL,
  currency         text                      NOT NULL,
  language         text                      NOT NULL,
  client_platform  text                      NOT NULL,
  token_version    integer                   DEFAULT 1 NOT NULL,
  created_at       timestamp with time zone  DEFAULT now() NOT NULL,
  expires_at       timestamp with time zone  NOT NULL,
  balance_minor    bigint,
  balance_at       timestamp with time zone,
  after_sequence   bigint,
  CONSTRAINT session_pkey PRIMARY KEY (session_id, player_key),
  CONSTRAINT session_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT session_client_platform_check CHECK ((client_platform = ANY (ARRAY['desktop'::text, 'mobile'::text]))),
  CONSTRAINT session_currency_check CHECK ((currency = ANY (ARRAY['UAH'::text, 'USD'::text, 'EUR'::text, 'RUB'::text])))
);
CREATE INDEX session_expiry ON session USING btree (expires_at);
CREATE INDEX session_live ON session USING btree (player_key, expires_at);

CREATE TABLE target_outcome (
  outcome_id             uuid                      NOT NULL,
  project_id             text                      NOT NULL,
  player_key             bigint                    NOT NULL,
  external_id            text,
  game_id                text                      NOT NULL,
  provider               text                      NOT NULL,
  kind                   text                      NOT NULL,
  multiplier_hundredths  bigint                    NOT NULL,
  spin_number            integer                   NOT NULL,
  comment                text,
  status                 text                      DEFAULT 'pending'::text NOT NULL,
  found                  json,
  found_version          text,
  ready_sequence         bigint,
  round_id               uuid,
  created_at             timestamp with time zone  NOT NULL,
  expires_at             timestamp with time zone  NOT NULL,
  applied_at             timestamp with time zone,
  claimed_until          timestamp with time zone,
  paid_spins             integer,
  CONSTRAINT target_outcome_pkey PRIMARY KEY (outcome_id, player_key),
  CONSTRAINT target_outcome_player_key_fkey FOREIGN KEY (player_key) REFERENCES player(player_key),
  CONSTRAINT target_outcome_check CHECK (((found IS NULL) = (ready_sequence IS NULL))),
  CONSTRAINT target_outcome_check1 CHECK (((status = 'applied'::text) = (round_id IS NOT NULL))),
  CONSTRAINT target_outcome_check2 CHECK (((status <> 'ready'::text) OR (found IS NOT NULL))),
  CONSTRAINT target_outcome_kind_check CHECK ((kind = ANY (ARRAY['spin'::text, 'bonus'::text]))),
  CONSTRAINT target_outcome_multiplier_hundredths_check CHECK ((multiplier_hundredths > 0)),
  CONSTRAINT target_outcome_spin_number_check CHECK (((spin_number >= 1) AND (spin_number <= 100000))),
  CONSTRAINT target_outcome_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'unreachable'::text, 'applied'::text, 'expired'::text, 'cancelled'::text])))
);
CREATE INDEX target_outcome_expiry ON target_outcome USING btree (expires_at) WHERE (status = ANY (ARRAY['pending'::text, 'ready'::text, 'unreachable'::text]));
CREATE INDEX target_outcome_newest ON target_outcome USING btree (project_id, created_at DESC, outcome_id DESC);
CREATE INDEX target_outcome_pending ON target_outcome USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX target_outcome_player ON target_outcome USING btree (player_key, created_at DESC, outcome_id DESC);
CREATE INDEX target_outcome_ready ON target_outcome USING btree (player_key, game_id) WHERE (status = 'ready'::text);
CREATE INDEX target_outcome_status ON target_outcome USING btree (project_id, status, created_at DESC, outcome_id DESC);

CREATE TABLE unfinished_round (
  player_key               bigint                    NOT NULL,
  sequence                 bigint                    NOT NULL,
  base_stake_minor         bigint                    NOT NULL,
  stake_minor              bigint                    NOT NULL,
  win_units                bigint                    NOT NULL,
  win_minor                bigint                    NOT NULL,
  balance_after_bet_minor  bigint,
  balance_after_minor      bigint,
  created_at               timestamp with time zone  NOT NULL,
  touched_at               timestamp with time zone  DEFAULT now() NOT NULL,
  bet_confirmed_at         timestamp with time zone,
  win_planned_at           timestamp with time zone,
  win_confirmed_at         timestamp with time zone,
  refund_planned_at        timestamp with time zone,
  refund_confirmed_at      timestamp with time zone,
  settled_at               timestamp with time zone,
  grant_remaining          integer,
  level_bps                integer,
  attempts                 integer                   DEFAULT 0 NOT NULL,
  version                  integer                   DEFAULT 1 NOT NULL,
  failures                 smallint                  DEFAULT 0 NOT NULL,
  round_id                 uuid                      NOT NULL,
  grant_id                 uuid,
  outcome_id               uuid,
  awaiting                 boolean                   NOT NULL,
  start_notified           boolean                   DEFAULT false NOT NULL,
  finish_notified          boolean                   DEFAULT false NOT NULL,
  request_id               text                      NOT NULL,
  seed                     bytea                     NOT NULL,
  win_status               text,
  refund_status            text,
  cancel_reason            text,
  refusal_code             text,
  level_source             text,
  weighting                text,
  failure                  text,
  state                    text                      NOT NULL,
  bet_status               text                      NOT NULL,
  bet_terms                json                      NOT NULL,
  session_id               uuid                      NOT NULL,
  project_id               text                      NOT NULL,
  game_id                  text                      NOT NULL,
  game_version             text                      NOT NULL,
  game_mode                text                      NOT NULL,
  currency                 text                      NOT NULL,
  choices                  text[]                    DEFAULT '{}'::text[] NOT NULL,
  choice_request_ids       text[]                    DEFAULT '{}'::text[] NOT NULL,
  awaiting_since           timestamp with time zone,
  CONSTRAINT unfinished_round_base_stake_minor_check CHECK ((base_stake_minor > 0)),
  CONSTRAINT unfinished_round_grant CHECK (((grant_id IS NULL) = (grant_remaining IS NULL))),
  CONSTRAINT unfinished_round_is_owed CHECK (((state <> 'cancelled'::text) OR ((refund_status IS NOT NULL) AND (refund_status <> 'confirmed'::text)))),
  CONSTRAINT unfinished_round_level_bps_check CHECK (((level_bps >= 6000) AND (level_bps <= 10000))),
  CONSTRAINT unfinished_round_one_entitlement CHECK (((grant_id IS NULL) OR (outcome_id IS NULL))),
  CONSTRAINT unfinished_round_one_way CHECK (((refund_status IS NULL) OR (win_status IS NULL) OR (win_status = 'planned'::text))),
  CONSTRAINT unfinished_round_seed_check CHECK ((length(seed) = 32)),
  CONSTRAINT unfinished_round_sequence_check CHECK ((sequence > 0)),
  CONSTRAINT unfinished_round_stake_minor_check CHECK ((stake_minor > 0)),
  CONSTRAINT unfinished_round_state_check CHECK ((state = ANY (ARRAY['debit_pending'::text, 'in_progress'::text, 'credit_pending'::text, 'cancelled'::text, 'reconciliation_required'::text, 'finished'::text]))),
  CONSTRAINT unfinished_round_weighting_check CHECK ((weighting = ANY (ARRAY['natural'::text, 'low'::text, 'high'::text]))),
  CONSTRAINT unfinished_round_win_minor_check CHECK ((win_minor >= 0)),
  CONSTRAINT unfinished_round_win_units_check CHECK ((win_units >= 0))
) WITH (fillfactor=75);
CREATE INDEX unfinished_round_decision ON unfinished_round USING btree (project_id, awaiting_since) WHERE (awaiting_since IS NOT NULL);
CREATE INDEX unfinished_round_game ON unfinished_round USING btree (player_key, game_id);
CREATE TRIGGER unfinished_round_late AFTER INSERT OR UPDATE OF round_id ON unfinished_round FOR EACH ROW WHEN ((new.created_at < (now() - '00:01:00'::interval))) EXECUTE FUNCTION set_late_round_aside();

CREATE TABLE wallet_check (
  check_id       uuid                      NOT NULL,
  project_id     text                      NOT NULL,
  started_by     text                      NOT NULL,
  started_at     timestamp with time zone  DEFAULT now() NOT NULL,
  saved_at       timestamp with time zone  DEFAULT now() NOT NULL,
  ended_at       timestamp with time zone,
  outcome        text,
  is_stop_asked  boolean                   DEFAULT false NOT NULL,
  node           text                      NOT NULL,
  callback_url   text                      NOT NULL,
  player_id      text                      NOT NULL,
  currency       text                      NOT NULL,
  planned        integer                   NOT NULL,
  checks         jsonb                     DEFAULT '[]'::jsonb NOT NULL,
  calls          jsonb                     DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT wallet_check_pkey PRIMARY KEY (check_id),
  CONSTRAINT wallet_check_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(project_id),
  CONSTRAINT wallet_check_check CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  CONSTRAINT wallet_check_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'stopped'::text, 'late'::text, 'interrupted'::text])))
);
CREATE INDEX wallet_check_project ON wallet_check USING btree (project_id, check_id);
CREATE INDEX wallet_check_started ON wallet_check USING btree (started_at);
CREATE UNIQUE INDEX wallet_check_running ON wallet_check USING btree (project_id) WHERE (ended_at IS NULL);

CREATE TABLE wallet_failure (
  round_id   uuid                      NOT NULL,
  operation  text                      NOT NULL,
  failures   integer                   NOT NULL,
  first_at   timestamp with time zone  NOT NULL,
  last_at    timestamp with time zone  NOT NULL,
  recent     jsonb                     NOT NULL,
  CONSTRAINT wallet_failure_pkey PRIMARY KEY (round_id, operation),
  CONSTRAINT wallet_failure_operation_check CHECK ((operation = ANY (ARRAY['bet'::text, 'win'::text, 'refund'::text, 'start'::text, 'finish'::text])))
);
CREATE INDEX wallet_failure_age ON wallet_failure USING btree (last_at);

CREATE TABLE write_check (
  at  timestamp with time zone  DEFAULT now() NOT NULL
);

CREATE VIEW finished AS
 SELECT round_id,
    player_key,
    sequence,
    request_id,
    session_id,
    game_id,
    game_version,
    game_mode,
    currency,
    bet_terms,
    base_stake_minor,
    stake_minor,
    seed,
    level_bps,
    level_source,
    COALESCE(choices, '{}'::text[]) AS choices,
    COALESCE(choice_request_ids, '{}'::text[]) AS choice_request_ids,
    awaiting,
    win_units,
    win_minor,
    state,
    bet_status,
    win_status,
    refund_status,
    cancel_reason,
    refusal_code,
    attempts,
    start_notified,
    finish_notified,
    balance_after_bet_minor,
    balance_after_minor,
    created_at,
    win_planned_at,
    refund_planned_at,
    bet_confirmed_at,
    win_confirmed_at,
    refund_confirmed_at,
    settled_at,
    version,
    COALESCE(settled_at, refund_confirmed_at, created_at) AS touched_at,
    project_id,
    grant_id,
    grant_remaining,
    outcome_id,
    weighting,
    NULL::text AS failure,
    (0)::smallint AS failures,
    NULL::timestamp with time zone AS awaiting_since
   FROM finished_round;

CREATE VIEW project_here AS
 WITH RECURSIVE found AS (
        ( SELECT player.project_id
           FROM player
          ORDER BY player.project_id
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT p.project_id
                   FROM player p
                  WHERE (p.project_id > found_1.project_id)
                  ORDER BY p.project_id
                 LIMIT 1) AS project_id
           FROM found found_1
          WHERE (found_1.project_id IS NOT NULL)
        )
 SELECT project_id
   FROM found
  WHERE (project_id IS NOT NULL);

CREATE VIEW round AS
 SELECT unfinished.round_id,
    unfinished.player_key,
    unfinished.sequence,
    unfinished.request_id,
    unfinished.session_id,
    unfinished.game_id,
    unfinished.game_version,
    unfinished.game_mode,
    unfinished.currency,
    unfinished.bet_terms,
    unfinished.base_stake_minor,
    unfinished.stake_minor,
    unfinished.seed,
    unfinished.level_bps,
    unfinished.level_source,
    unfinished.choices,
    unfinished.choice_request_ids,
    unfinished.awaiting,
    unfinished.win_units,
    unfinished.win_minor,
    unfinished.state,
    unfinished.bet_status,
    unfinished.win_status,
    unfinished.refund_status,
    unfinished.cancel_reason,
    unfinished.refusal_code,
    unfinished.attempts,
    unfinished.start_notified,
    unfinished.finish_notified,
    unfinished.balance_after_bet_minor,
    unfinished.balance_after_minor,
    unfinished.created_at,
    unfinished.win_planned_at,
    unfinished.refund_planned_at,
    unfinished.bet_confirmed_at,
    unfinished.win_confirmed_at,
    unfinished.refund_confirmed_at,
    unfinished.settled_at,
    unfinished.version,
    unfinished.touched_at,
    unfinished.project_id,
    unfinished.grant_id,
    unfinished.grant_remaining,
    unfinished.outcome_id,
    unfinished.weighting,
    unfinished.failure,
    unfinished.failures,
    unfinished.awaiting_since
   FROM unfinished
UNION ALL
 SELECT finished.round_id,
    finished.player_key,
    finished.sequence,
    finished.request_id,
    finished.session_id,
    finished.game_id,
    finished.game_version,
    finished.game_mode,
    finished.currency,
    finished.bet_terms,
    finished.base_stake_minor,
    finished.stake_minor,
    finished.seed,
    finished.level_bps,
    finished.level_source,
    finished.choices,
    finished.choice_request_ids,
    finished.awaiting,
    finished.win_units,
    finished.win_minor,
    finished.state,
    finished.bet_status,
    finished.win_status,
    finished.refund_status,
    finished.cancel_reason,
    finished.refusal_code,
    finished.attempts,
    finished.start_notified,
    finished.finish_notified,
    finished.balance_after_bet_minor,
    finished.balance_after_minor,
    finished.created_at,
    finished.win_planned_at,
    finished.refund_planned_at,
    finished.bet_confirmed_at,
    finished.win_confirmed_at,
    finished.refund_confirmed_at,
    finished.settled_at,
    finished.version,
    finished.touched_at,
    finished.project_id,
    finished.grant_id,
    finished.grant_remaining,
    finished.outcome_id,
    finished.weighting,
    finished.failure,
    finished.failures,
    finished.awaiting_since
   FROM finished;

CREATE VIEW round_money AS
 SELECT round_id,
    project_id,
    player_key,
    sequence,
    game_id,
    currency,
    state,
    cancel_reason,
    created_at,
    settled_at,
    (grant_id IS NOT NULL) AS is_free_spin,
    bet_status,
    refund_status,
        CASE
            WHEN (bet_status = 'confirmed'::text) THEN win_status
            ELSE NULL::text
        END AS win_status,
        CASE
            WHEN (grant_id IS NULL) THEN stake_minor
            ELSE (0)::bigint
        END AS bet_minor,
    win_minor,
    (bet_status = 'confirmed'::text) AS bet_counts,
    COALESCE((win_status = 'confirmed'::text), false) AS win_counts,
    ((bet_status = 'confirmed'::text) AND COALESCE((refund_status = 'confirmed'::text), false)) AS refund_counts,
    ((refund_status IS NULL) AND (bet_status = ANY (ARRAY['planned'::text, 'sent'::text, 'unknown'::text]))) AS bet_pending,
    ((refund_status IS NULL) AND (bet_status = 'confirmed'::text) AND COALESCE((win_status = ANY (ARRAY['planned'::text, 'sent'::text, 'unknown'::text])), false)) AS win_pending,
    COALESCE((refund_status = ANY (ARRAY['planned'::text, 'sent'::text, 'unknown'::text])), false) AS refund_pending,
    COALESCE(bet_confirmed_at, created_at) AS bet_at,
    COALESCE(win_confirmed_at, win_planned_at, created_at) AS win_at,
    COALESCE(refund_confirmed_at, refund_planned_at, created_at) AS refund_at,
    ((state = ANY (ARRAY['settled'::text, 'rejected'::text])) OR ((state = 'cancelled'::text) AND COALESCE((refund_status = 'confirmed'::text), false))) AS is_final,
    game_version,
    game_mode,
    level_bps,
    win_units,
    ((state = 'settled'::text) AND (grant_id IS NULL) AND (outcome_id IS NULL)) AS is_drawn,
    COALESCE((choice_request_ids[cardinality(choice_request_ids)] = 'platform·deadline'::text), false) AS is_decided_for_player,
    refusal_code
   FROM round;

CREATE VIEW unfinished AS
 SELECT round_id,
    player_key,
    sequence,
    request_id,
    session_id,
    game_id,
    game_version,
    game_mode,
    currency,
    bet_terms,
    base_stake_minor,
    stake_minor,
    seed,
    level_bps,
    level_source,
    choices,
    choice_request_ids,
    awaiting,
    win_units,
    win_minor,
    state,
    bet_status,
    win_status,
    refund_status,
    cancel_reason,
    refusal_code,
    attempts,
    start_notified,
    finish_notified,
    balance_after_bet_minor,
    balance_after_minor,
    created_at,
    win_planned_at,
    refund_planned_at,
    bet_confirmed_at,
    win_confirmed_at,
    refund_confirmed_at,
    settled_at,
    version,
    touched_at,
    project_id,
    grant_id,
    grant_remaining,
    outcome_id,
    weighting,
    failure,
    failures,
    awaiting_since
   FROM unfinished_round
  WHERE (state <> 'finished'::text);
