// How a competent team stores rounds in Postgres with pg: a table of rounds and one of players, one
// statement and transaction for each step, prepared, every commit on disk. Only for peers of the
// suite.

import pg from 'pg'

interface PeerRound {
  roundId: string
  playerKey: string
  requestId: string
  game: string
  stakeMinor: bigint
  winMinor: bigint
  seed: Uint8Array
}

/** The peers look up rounds in two ways: of a player, and of a request. */
const TABLES = `
CREATE TABLE IF NOT EXISTS peer_player (player_key bigint PRIMARY KEY, last_sequence bigint
  NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS peer_round (
  round_id uuid PRIMARY KEY, player_key bigint NOT NULL REFERENCES peer_player, sequence bigint
    NOT NULL,
  request_id text NOT NULL, game text NOT NULL, state text NOT NULL, stake_minor bigint NOT NULL,
  win_minor bigint NOT NULL, seed bytea NOT NULL, balance_minor bigint,
  created_at timestamptz NOT NULL DEFAULT now(), settled_at timestamptz,
  UNIQUE (player_key, request_id));
CREATE INDEX IF NOT EXISTS peer_round_of_player ON peer_round (player_key, sequence)`

/** The player's number and the round in one trip and one transaction. */
const OPEN = {
  name: 'open-round',
  text: `WITH counted AS (
      INSERT INTO peer_player (player_key, last_sequence) VALUES ($2, 1)
      ON CONFLICT (player_key) DO UPDATE SET last_sequence = peer_player.last_sequence + 1
      RETURNING last_sequence)
    INSERT INTO peer_round (round_id, player_key, sequence, request_id, game, state,
      stake_minor, win_minor, seed)
    SELECT $1, $2, last_sequence, $3, $4, 'debit_pending', $5, $6, $7 FROM counted`,
}
const SETTLE = {
  name: 'settle-round',
  text: `UPDATE peer_round SET state = 'settled', balance_minor = $2, settled_at = now()
    WHERE round_id = $1 AND state = 'debit_pending'`,
}

export async function openPeerLedger(databaseUrl: string, connections: number) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  await pool.query(TABLES)
  return {
    pool,
    /** Raises the player's round count and inserts this round, in one transaction. */
    async open(round: PeerRound): Promise<void> {
      const { roundId, playerKey, requestId, game, stakeMinor, winMinor, seed } = round
      const amounts = [stakeMinor.toString(), winMinor.toString()]
      await pool.query({ ...OPEN, values: [roundId, playerKey, requestId, game, ...amounts, seed] })
    },
    async settle(roundId: string, balanceMinor: bigint): Promise<void> {
      const { rowCount } = await pool.query({
        ...SETTLE,
        values: [roundId, balanceMinor.toString()],
      })
      if (rowCount !== 1) throw new Error('the round was missing')
    },
    close: () => pool.end(),
  }
}
