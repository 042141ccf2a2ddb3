-- nodes from 0042
-- The sums of report_return by month: a year of nine games, two levels, four currencies and four projects is 94,000 rows
-- by day, 3,100 by month. A trigger keeps them, so that nodes of before this file add to them too. The sums that a
-- project had before are added by the job that rolls up the reports, one project at a step; until then
-- `returns_in_months` is false, the trigger passes the project by, and the report reads its days.

ALTER TABLE report_progress ADD COLUMN returns_in_months boolean NOT NULL DEFAULT false;

CREATE TABLE report_return_month (
  project_id    text NOT NULL,
  month         date NOT NULL,
  game_id       text NOT NULL,
  game_version  text NOT NULL,
  game_mode     text NOT NULL,
  level_bps     integer NOT NULL,
  currency      text NOT NULL,
  rounds        bigint NOT NULL,
  stakes        numeric NOT NULL,
  wins          numeric NOT NULL,
  units         numeric NOT NULL,
  square_units  numeric NOT NULL,
  PRIMARY KEY (project_id, month, game_id, game_version, game_mode, level_bps, currency)
) WITH (fillfactor = 80);

-- Rows of report_return are written under the lock of the roll-up, so one at a time comes here.
CREATE FUNCTION add_to_report_return_month() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER report_return_by_month AFTER INSERT OR UPDATE ON report_return FOR EACH ROW
  EXECUTE FUNCTION add_to_report_return_month();
