-- A round was one wide row, written when it was opened and again when it was settled. Now a round lives in
-- unfinished_round, which stays as small as what is being played, and is written to finished_round by the
-- statement that ends it: inserted once, never changed, by month. The view `round` is both.
--
-- Nodes of older versions must be stopped: they find no table `round` to write to.

ALTER TABLE round RENAME TO round_before_0035;
DROP VIEW round_money;

-- The last sequence number that the ledger has seen of the player. An opening moves it on, and by that alone
-- two nodes cannot open two rounds of one player on the same knowledge.
ALTER TABLE player ADD COLUMN last_sequence bigint NOT NULL DEFAULT 0;

-- A row whose round is finished is taken by the next round of its player and game. Nothing that a round changes
-- stands in an index: every such update is written in place (HOT). That a player has one open round of a game at
-- most, and none twice, follows from the order of player.last_sequence.
CREATE TABLE unfinished_round (
  -- What changes from round to round of a player and game comes first: the log holds what differs.
  player_key               bigint NOT NULL,
  sequence                 bigint NOT NULL CHECK (sequence > 0),
  base_stake_minor         bigint NOT NULL CHECK (base_stake_minor > 0),
  stake_minor              bigint NOT NULL CHECK (stake_minor > 0),
  win_units                bigint NOT NULL CHECK (win_units >= 0),
  win_minor                bigint NOT NULL CHECK (win_minor >= 0),
  balance_after_bet_minor  bigint,
  balance_after_minor      bigint,
  created_at               timestamptz NOT NULL,
  touched_at               timestamptz NOT NULL DEFAULT now(),
  bet_confirmed_at         timestamptz,
  win_planned_at           timestamptz,
  win_confirmed_at         timestamptz,
  refund_planned_at        timestamptz,
  refund_confirmed_at      timestamptz,
  settled_at               timestamptz,
  grant_remaining          int,
  level_bps                int CHECK (level_bps BETWEEN 6000 AND 10000),
  attempts                 int NOT NULL DEFAULT 0,
  version                  int NOT NULL DEFAULT 1,
  failures                 smallint NOT NULL DEFAULT 0,
  round_id                 uuid NOT NULL,
  grant_id                 uuid,
  outcome_id               uuid,
  awaiting                 boolean NOT NULL,
  start_notified           boolean NOT NULL DEFAULT false,
  finish_notified          boolean NOT NULL DEFAULT false,
  request_id               text NOT NULL,
  seed                     bytea NOT NULL CHECK (length(seed) = 32),
  win_status               text,
  refund_status            text,
  cancel_reason            text,
  refusal_code             text,
  level_source             text,
  weighting                text CHECK (weighting IN ('natural', 'low', 'high')),
  failure                  text,
  -- 'finished': the round is in finished_round, and the row is free.
  state                    text NOT NULL CHECK (state IN ('debit_pending', 'in_progress', 'credit_pending',
                             'cancelled', 'reconciliation_required', 'finished')),
  bet_status               text NOT NULL,
  bet_terms                json NOT NULL,
  session_id               uuid NOT NULL,
  project_id               text NOT NULL,
  game_id                  text NOT NULL,
  game_version             text NOT NULL,
  game_mode                text NOT NULL,
  currency                 text NOT NULL,
  choices                  text[] NOT NULL DEFAULT '{}',
  choice_request_ids       text[] NOT NULL DEFAULT '{}',
  -- A cancelled round is finished once its refund is confirmed.
  CONSTRAINT unfinished_round_is_owed CHECK (state <> 'cancelled'
    OR refund_status IS NOT NULL AND refund_status <> 'confirmed'),
  CONSTRAINT unfinished_round_one_way CHECK (refund_status IS NULL OR win_status IS NULL OR win_status = 'planned'),
  CONSTRAINT unfinished_round_grant CHECK ((grant_id IS NULL) = (grant_remaining IS NULL)),
  CONSTRAINT unfinished_round_one_entitlement CHECK (grant_id IS NULL OR outcome_id IS NULL)
) WITH (fillfactor = 75);
CREATE INDEX unfinished_round_game ON unfinished_round (player_key, game_id);
CREATE TRIGGER unfinished_round_late AFTER INSERT OR UPDATE OF round_id ON unfinished_round FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '1 minute') EXECUTE FUNCTION set_late_round_aside();

-- By month of the round's id, which begins with the time it was opened. Fixed widths first: no padding.
CREATE TABLE finished_round (
  player_key               bigint NOT NULL,
  sequence                 bigint NOT NULL,
  round_id                 uuid NOT NULL,
  session_id               uuid NOT NULL,
  base_stake_minor         bigint NOT NULL,
  stake_minor              bigint NOT NULL,
  win_units                bigint NOT NULL,
  win_minor                bigint NOT NULL,
  balance_after_bet_minor  bigint,
  balance_after_minor      bigint,
  created_at               timestamptz NOT NULL,
  bet_confirmed_at         timestamptz,
  win_planned_at           timestamptz,
  win_confirmed_at         timestamptz,
  refund_planned_at        timestamptz,
  refund_confirmed_at      timestamptz,
  settled_at               timestamptz,
  grant_id                 uuid,
  outcome_id               uuid,
  grant_remaining          int,
  level_bps                int,
  attempts                 int NOT NULL,
  version                  int NOT NULL,
  awaiting                 boolean NOT NULL,
  start_notified           boolean NOT NULL,
  finish_notified          boolean NOT NULL,
  project_id               text NOT NULL,
  game_id                  text NOT NULL,
  game_version             text NOT NULL,
  game_mode                text NOT NULL,
  currency                 text NOT NULL,
  state                    text NOT NULL,
  bet_status               text NOT NULL,
  win_status               text,
  refund_status            text,
  cancel_reason            text,
  refusal_code             text,
  level_source             text,
  weighting                text,
  request_id               text NOT NULL,
  bet_terms                json NOT NULL,
  seed                     bytea NOT NULL,
  -- Null: none.
  choices                  text[],
  choice_request_ids       text[],
  -- The game of a paid round as a number, 0 for a free spin: rounds are counted by the index alone, whose entries
  -- are all of one size, which keeps its pages full.
  counted_game             int NOT NULL GENERATED ALWAYS AS (CASE WHEN grant_id IS NULL
                             THEN ('x' || left(md5(game_id), 8))::bit(32)::int ELSE 0 END) STORED,
  -- Settled means that the money moved; rejected that nothing was taken; cancelled that it was given back.
  CONSTRAINT finished_round_money CHECK (CASE state
    WHEN 'settled' THEN bet_status = 'confirmed' AND refund_status IS NULL
      AND (win_minor = 0 OR win_status IS NOT DISTINCT FROM 'confirmed')
    WHEN 'rejected' THEN bet_status = 'rejected' AND refund_status IS NULL
    WHEN 'cancelled' THEN refund_status IS NOT DISTINCT FROM 'confirmed' AND coalesce(win_status, 'planned') = 'planned'
    ELSE false END)
) PARTITION BY RANGE (round_id);
-- Sequence numbers are unique by player.last_sequence; each month has an index of its own that says so again.
CREATE INDEX finished_round_id ON finished_round (round_id);
-- Of a request its hash alone: clients' request ids are long, and every round would keep its own twice.
CREATE INDEX finished_round_request ON finished_round (hashtextextended(request_id, player_key));
CREATE INDEX finished_round_report ON finished_round (project_id, created_at);

-- Rounds whose month nobody has made: play never waits for a table.
CREATE TABLE finished_round_other PARTITION OF finished_round DEFAULT;
CREATE UNIQUE INDEX finished_round_other_sequence ON finished_round_other (player_key, sequence)
  INCLUDE (counted_game);

-- The smallest id of a round opened at this time or later.
CREATE FUNCTION first_round_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $function$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;

-- Makes the tables of the months from one to another, as far as they are missing; answers how many it made.
-- With its owner's rights: nodes may not change the schema otherwise.
CREATE FUNCTION make_round_months(first timestamptz, last timestamptz) RETURNS int LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $function$
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
REVOKE ALL ON FUNCTION make_round_months FROM PUBLIC;
SELECT make_round_months(now(), now() + interval '2 months');

-- Three views with the same columns: the rounds of each table, and all of them.
CREATE VIEW unfinished AS
SELECT round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, choices, choice_request_ids, awaiting,
  win_units, win_minor, state, bet_status, win_status, refund_status, cancel_reason, refusal_code, attempts,
  start_notified, finish_notified, balance_after_bet_minor, balance_after_minor, created_at, win_planned_at,
  refund_planned_at, bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at, version, touched_at,
  project_id, grant_id, grant_remaining, outcome_id, weighting, failure, failures
FROM unfinished_round WHERE state <> 'finished';
CREATE VIEW finished AS
SELECT round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode, currency,
  bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, coalesce(choices, '{}') AS choices,
  coalesce(choice_request_ids, '{}') AS choice_request_ids, awaiting, win_units, win_minor, state, bet_status, win_status,
  refund_status, cancel_reason, refusal_code, attempts, start_notified, finish_notified,
  balance_after_bet_minor, balance_after_minor, created_at, win_planned_at, refund_planned_at,
  bet_confirmed_at, win_confirmed_at, refund_confirmed_at, settled_at, version,
  coalesce(settled_at, refund_confirmed_at, created_at) AS touched_at, project_id, grant_id, grant_remaining,
  outcome_id, weighting, NULL::text AS failure, 0::smallint AS failures
FROM finished_round;
CREATE VIEW round AS SELECT * FROM unfinished UNION ALL SELECT * FROM finished;

-- What each operation of a round is to a report: the one place that says what counts.
CREATE VIEW round_money AS
SELECT round_id, project_id, player_key, sequence, game_id, currency, state, cancel_reason,
  created_at, settled_at, grant_id IS NOT NULL AS is_free_spin, bet_status, refund_status,
  -- The win of a round whose bet may still be refused is not spoken of.
  CASE WHEN bet_status = 'confirmed' THEN win_status END AS win_status,
  -- A free spin debits nothing.
  CASE WHEN grant_id IS NULL THEN stake_minor ELSE 0 END AS bet_minor,
  win_minor,
  bet_status = 'confirmed' AS bet_counts,
  coalesce(win_status = 'confirmed', false) AS win_counts,
  -- A refund gives back what was debited for certain. Without a confirmed bet the wallet undid a debit
  -- we never heard of, or had none: both move nothing on balance, so neither the bet nor the refund counts.
  bet_status = 'confirmed' AND coalesce(refund_status = 'confirmed', false) AS refund_counts,
  -- A refund closes the bet and the win.
  refund_status IS NULL AND bet_status IN ('planned', 'sent', 'unknown') AS bet_pending,
  refund_status IS NULL AND bet_status = 'confirmed'
    AND coalesce(win_status IN ('planned', 'sent', 'unknown'), false) AS win_pending,
  coalesce(refund_status IN ('planned', 'sent', 'unknown'), false) AS refund_pending,
  coalesce(bet_confirmed_at, created_at) AS bet_at,
  coalesce(win_confirmed_at, win_planned_at, created_at) AS win_at,
  coalesce(refund_confirmed_at, refund_planned_at, created_at) AS refund_at,
  -- Nothing of it changes any more.
  state IN ('settled', 'rejected')
    OR (state = 'cancelled' AND coalesce(refund_status = 'confirmed', false)) AS is_final
FROM round;
