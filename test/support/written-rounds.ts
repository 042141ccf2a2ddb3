// Rounds written by hand: lets a test write to the view `round` as if it were a table, and stores
// each round in the table that the platform would use. Also checks what must hold of all rounds
// that the platform wrote itself.

import type { ClientBase, Pool } from 'pg'
import { IS_ENDED, IS_OPEN } from '../../src/ledger/rounds/round-lists.ts'

const IS_FINISHED = `(NEW.state IN ('settled', 'rejected')
  OR NEW.state = 'cancelled' AND NEW.refund_status IS NOT DISTINCT FROM 'confirmed')`

const DEFAULTS = {
  choices: `'{}'`,
  choice_request_ids: `'{}'`,
  attempts: '0',
  version: '1',
  start_notified: 'false',
  finish_notified: 'false',
  touched_at: 'now()',
  failures: '0',
  state: `'debit_pending'`,
}

const written = new WeakMap<object, Promise<void>>()

/** A second call for a database does nothing. */
export function letRoundsBeWritten(pool: Pool | ClientBase): Promise<void> {
  const before = written.get(pool)
  if (before !== undefined) return before
  const made = makeWritable(pool)
  written.set(pool, made)
  return made
}

async function makeWritable(pool: Pool | ClientBase): Promise<void> {
  const { rowCount } = await pool.query(`SELECT FROM pg_trigger WHERE tgname = 'write_round'`)
  if (rowCount! > 0) return
  const unfinished = await columnsOf(pool, 'unfinished_round')
  const finished = await columnsOf(pool, 'finished_round')
  // An update that names the id is the opening of another round.
  const changing = unfinished.filter(name => name !== 'round_id')
  const ofNew = (columns: readonly string[]) => columns.map(name => `NEW.${name}`).join(', ')
  const ofFree = unfinished
    .map(name => (name === 'state' ? `'finished'` : `NEW.${name}`))
    .join(', ')
  await pool.query(`
    ${Object.entries(DEFAULTS)
      .map(([name, value]) => `ALTER VIEW round ALTER ${name} SET DEFAULT ${value};`)
      .join('\n')}
    CREATE OR REPLACE FUNCTION write_round() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        DELETE FROM finished_round WHERE round_id = OLD.round_id;
        DELETE FROM ended_round WHERE round_id = OLD.round_id;
      END IF;
      IF TG_OP = 'DELETE' THEN
        DELETE FROM unfinished_round WHERE round_id = OLD.round_id;
        RETURN OLD;
      END IF;
      UPDATE player SET last_sequence = greatest(last_sequence, NEW.sequence)
      WHERE player_key = NEW.player_key;
      IF ${IS_FINISHED} THEN
        IF TG_OP = 'UPDATE' THEN DELETE FROM unfinished_round WHERE round_id = OLD.round_id;
        ELSE
          -- It was unfinished once: what the schema does with such a row is done.
          INSERT INTO unfinished_round (${unfinished.join(', ')}) VALUES (${ofFree});
          DELETE FROM unfinished_round WHERE round_id = NEW.round_id;
        END IF;
        INSERT INTO finished_round (${finished.join(', ')}) VALUES (${ofNew(finished)});
      ELSE
        IF TG_OP = 'UPDATE' THEN
          UPDATE unfinished_round SET (${changing.join(', ')}) = ROW(${ofNew(changing)})
          WHERE round_id = OLD.round_id;
        END IF;
        IF TG_OP = 'INSERT' OR NOT FOUND THEN
          INSERT INTO unfinished_round (${unfinished.join(', ')}) VALUES (${ofNew(unfinished)});
        END IF;
      END IF;
      IF NEW.${IS_ENDED} THEN
        INSERT INTO ended_round VALUES (NEW.player_key, NEW.sequence, NEW.round_id, NEW.project_id,
          NEW.created_at, NEW.game_id, NEW.grant_id IS NULL);
      END IF;
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER write_round INSTEAD OF INSERT OR UPDATE OR DELETE ON round
    FOR EACH ROW EXECUTE FUNCTION write_round()`)
}

/** The columns that are written. */
export async function columnsOf(pool: Pool | ClientBase, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''`,
    [table],
  )
  return rows.map(({ name }) => name)
}

const FAULTS = `
SELECT 'in both tables: ' || round_id AS fault FROM unfinished JOIN finished USING (round_id)
UNION ALL
SELECT 'finished, and nowhere: ' || round_id FROM unfinished_round u
WHERE state = 'finished' AND NOT EXISTS (SELECT FROM finished f WHERE f.round_id = u.round_id)
UNION ALL
SELECT 'two open rounds of a game: ' || min(round_id::text) FROM unfinished WHERE ${IS_OPEN}
GROUP BY player_key, game_id HAVING count(*) > 1
UNION ALL
SELECT 'a number twice: ' || min(round_id::text) FROM round GROUP BY player_key,
  sequence HAVING count(*) > 1
UNION ALL
SELECT 'a request twice: ' || min(round_id::text) FROM round GROUP BY player_key,
  request_id HAVING count(*) > 1
UNION ALL
SELECT 'beyond the last number: ' || round_id FROM round JOIN player p USING (player_key)
  WHERE sequence > last_sequence
UNION ALL
SELECT 'not listed as ended, or wrongly: ' || round_id
FROM ended_round e FULL JOIN (SELECT round_id FROM round WHERE ${IS_ENDED}) r USING (round_id)
WHERE e.round_id IS NULL OR r.round_id IS NULL
LIMIT 20`

/** The inconsistencies in the tables of rounds. */
export async function findRoundFaults(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(FAULTS)
  return rows.map(({ fault }) => fault)
}
