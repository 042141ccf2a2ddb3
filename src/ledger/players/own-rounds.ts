// What a player may read of the player's own last rounds: pages of them, one of them, the last one
// of a game. Each statement reads a limited number of rounds through the player's index. Reads
// only; does not decide what is shown.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { PlayerLevel } from '../../core/player-rtp.ts'
import { HISTORY_PAGE_ROUNDS, HISTORY_ROUNDS } from '../../limits.ts'
import type { Round } from '../../round/round.ts'
import type { Row } from '../database/column.ts'
import { statement } from '../database/statement.ts'
import { readRound, SELECTED } from '../rounds/round-columns.ts'

export type OwnRoundsReader = ReturnType<typeof createOwnRounds>

const PLAYER_KEY = '(SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2)'

/**
 * Sequence numbers are assigned one by one, so the numbers of the last rounds follow without
 * counting.
 */
const LAST_ROUNDS = `SELECT r.* FROM round r WHERE r.player_key = ${PLAYER_KEY}
  AND r.sequence > (SELECT last_sequence FROM player WHERE project_id = $1
    AND player_id = $2) - ${HISTORY_ROUNDS}`

const LIST_OWN_ROUNDS = statement(
  'list-own-rounds',
  `SELECT ${SELECTED} FROM (${LAST_ROUNDS} AND ($3::bigint IS NULL
    OR r.sequence < $3::bigint)) round
   ORDER BY sequence DESC LIMIT ${HISTORY_PAGE_ROUNDS + 1}`,
)

const FIND_OWN_ROUND = statement(
  'find-own-round',
  `SELECT ${SELECTED} FROM round WHERE round_id = $3 AND player_key = ${PLAYER_KEY}`,
)

const FIND_LAST_OF_GAME = statement(
  'find-last-of-game',
  `SELECT ${SELECTED} FROM (${LAST_ROUNDS}) round
   WHERE game_id = $3 AND state = 'settled' ORDER BY sequence DESC LIMIT 1`,
)

const FIND_OWN_LEVEL = statement(
  'find-own-level',
  `SELECT start_bps AS "startBps", current_bps AS "currentBps", manual_bps AS "manualBps"
   FROM player_level
   WHERE player_key = ${PLAYER_KEY} AND provider = $3`,
)

type OwnLevel = Pick<PlayerLevel, 'startBps' | 'currentBps' | 'manualBps'>

export function createOwnRounds(pool: Pool) {
  async function read(query: ReturnType<typeof statement>, values: unknown[]): Promise<Round[]> {
    const { rows } = await pool.query<Row>({ ...query, values })
    return rows.map(readRound)
  }
  const last = async (rounds: Promise<Round[]>) => (await rounds)[0] ?? null
  return {
    /**
     * Newest first; one more than a page if there are more.
     * @param before a sequence number; null: from the newest
     */
    list: ({ projectId, playerId }: PlayerRef, before: string | null) =>
      read(LIST_OWN_ROUNDS, [projectId, playerId, before]),
    /** Null also for another player's round. */
    find: ({ projectId, playerId }: PlayerRef, roundId: string) =>
      last(read(FIND_OWN_ROUND, [projectId, playerId, roundId])),
    /** The last settled one of a game among the player's last rounds. */
    findLast: ({ projectId, playerId }: PlayerRef, gameId: string) =>
      last(read(FIND_LAST_OF_GAME, [projectId, playerId, gameId])),
    /** Null: the player is not bound to one. */
    async findLevel(
      { projectId, playerId }: PlayerRef,
      provider: string,
    ): Promise<OwnLevel | null> {
      const values = [projectId, playerId, provider]
      return (await pool.query<OwnLevel>({ ...FIND_OWN_LEVEL, values })).rows[0] ?? null
    },
  }
}
