-- nodes from 0042
-- The sums of report_day without their project, for reports of all projects: a year is 13,000 rows, whatever the number
-- of projects. A trigger keeps them, so that nodes of before this file add to them too. The sums that a project had
-- before are added by the job that rolls up the reports (src/ledger/reports/report-sums.ts), one project at a step;
-- until then `in_totals` is false, the trigger passes the project by, and reports read its days beside the totals.

ALTER TABLE report_progress ADD COLUMN in_totals boolean NOT NULL DEFAULT false;

CREATE TABLE report_total (
  day               date NOT NULL,
  game_id           text NOT NULL,
  currency          text NOT NULL,
  rounds            bigint NOT NULL,
  cancelled_rounds  bigint NOT NULL,
  free_spin_rounds  bigint NOT NULL,
  bets              numeric NOT NULL,
  wins              numeric NOT NULL,
  refunds           numeric NOT NULL,
  PRIMARY KEY (day, game_id, currency)
) WITH (fillfactor = 80);

-- Whoever writes to report_day holds the lock of the roll-up, so one at a time comes here.
CREATE FUNCTION add_to_report_total() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER report_day_total AFTER INSERT OR UPDATE ON report_day FOR EACH ROW
  EXECUTE FUNCTION add_to_report_total();
