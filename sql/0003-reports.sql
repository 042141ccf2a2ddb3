-- Reports. Finished rounds never change, so they are added up once, in the background, and a report
-- adds the few others to the sums: those not reached yet (round.created_at from rolled_until on) and
-- those set aside (older, but not finished when they were reached, or stored late). Every round is in
-- exactly one of the three, in every snapshot, so reports are exact at any moment. A spin pays one
-- index for it and writes nothing more.

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

-- Pages of report_rounds and the rounds not reached yet.
CREATE INDEX round_report ON round (project_id, created_at, round_id);
-- The rare ends; a round that settles is never in it.
CREATE INDEX round_report_ended ON round (project_id, created_at, round_id)
  WHERE state IN ('rejected', 'cancelled');

CREATE TABLE report_progress (
  project_id    text PRIMARY KEY REFERENCES project,
  -- Every round that started before is in the sums or set aside.
  rolled_until  timestamptz NOT NULL
);

-- No foreign keys here and below: the rows come from rounds, which are never deleted.
CREATE TABLE report_aside (
  round_id    uuid PRIMARY KEY,
  project_id  text NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX report_aside_start ON report_aside (project_id, created_at, round_id);

-- Sums by the UTC day a round started. numeric, because a day may outgrow bigint.
CREATE TABLE report_day (
  project_id        text NOT NULL,
  day               date NOT NULL,
  game_id           text NOT NULL,
  currency          text NOT NULL,
  rounds            bigint NOT NULL,
  cancelled_rounds  bigint NOT NULL,
  free_spin_rounds  bigint NOT NULL,
  bets              numeric NOT NULL,
  wins              numeric NOT NULL,
  refunds           numeric NOT NULL,
  PRIMARY KEY (project_id, day, game_id, currency)
) WITH (fillfactor = 80);

-- Sums by the UTC month of the wallet operation, in the order of report_reconciliation's pages.
CREATE TABLE report_month (
  project_id      text NOT NULL,
  player_id       text NOT NULL,
  currency        text NOT NULL,
  month           date NOT NULL,
  player_key      bigint NOT NULL,
  -- All rounds in these sums lie between: the way to them when only a part of the month is asked for.
  first_sequence  bigint NOT NULL,
  last_sequence   bigint NOT NULL,
  bet_count       bigint NOT NULL,
  win_count       bigint NOT NULL,
  refund_count    bigint NOT NULL,
  bets            numeric NOT NULL,
  wins            numeric NOT NULL,
  refunds         numeric NOT NULL,
  PRIMARY KEY (project_id, player_id, currency, month)
) WITH (fillfactor = 80);

-- A round stored long after it started (a node whose clock is behind, an import) may be missed by the
-- sums: it is set aside with its row. The sums stop two minutes before now and a statement of a
-- lane ends within ten seconds, so whoever is not caught here is seen there.
CREATE FUNCTION set_late_round_aside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_aside (round_id, project_id, created_at)
  VALUES (NEW.round_id, NEW.project_id, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER round_late AFTER INSERT ON round FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '1 minute') EXECUTE FUNCTION set_late_round_aside();
