// Reads of rounds and players through pg: for answering repeats and rebuilding a lost player state.
// Never writes a round.

import type { Pool } from 'pg'
import type { Entitlements } from '../../core/entitlements.ts'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { DEADLINE_REQUEST, type Round, type RoundIntent } from '../../round/round.ts'
import { groupReading } from '../database/batch.ts'
import type { Row } from '../database/column.ts'
import { type Statement, statement } from '../database/statement.ts'
import {
  type EntitlementsRecord,
  entitlementColumns,
  readEntitlements,
} from '../entitlements/entitlements-reader.ts'
import {
  type DecisionDeadline,
  findDueNotifications,
  findOverdueDecisions,
  findStalledRounds,
  notificationAnswered,
  type OwnedRound,
  oweNotification,
} from './recovery-work.ts'
import { readRound, SELECTED } from './round-columns.ts'
import { IS_OPEN, isSameRequest } from './round-lists.ts'

/**
 * How often a player with target outcomes is read until no round was written meanwhile: each time
 * takes 1 ms.
 */
const PLAYER_READINGS = 12

export type RoundReader = ReturnType<typeof createRoundReader>

export interface PlayerRow {
  playerKey: string
  /** The last sequence number used in the ledger, 0 before the first round. */
  sequence: bigint
  openRounds: Round[]
  entitlements: Entitlements
}

/** @param clockMs decides which entitlements have expired */
export function createRoundReader(pool: Pool, clockMs: () => number = Date.now) {
  const load = groupLoads(pool)
  return {
    loadPlayer: (projectId: string, playerId: string) =>
      readBetweenRounds(() => readPlayer(pool, load, { projectId, playerId, nowMs: clockMs() })),

    async findRound(playerKey: string, roundId: string): Promise<Round | null> {
      const [round] = await findRounds(pool, FIND_ROUND, [roundId, playerKey])
      return round ?? null
    },

    async findRoundByRequest(playerKey: string, requestId: string): Promise<Round | null> {
      const [round] = await findRounds(pool, FIND_ROUND_BY_REQUEST, [playerKey, requestId])
      return round ?? null
    },

    findDecidedRound: (playerKey: string, gameId: string) =>
      findDecidedRound(pool, playerKey, gameId),
    findAnyRound: (roundId: string) => findAnyRound(pool, roundId),
    findStalledRounds: () => findStalledRounds(pool),
    findOverdueDecisions: (deadlines: readonly DecisionDeadline[], nowMs: number) =>
      findOverdueDecisions(pool, deadlines, nowMs),
    findDueNotifications: () => findDueNotifications(pool),
    oweNotification: (
      round: Pick<RoundIntent, 'playerKey' | 'roundId'>,
      event: 'start' | 'finish',
      delayMs: number,
    ) => oweNotification(pool, round, event, delayMs),
    notificationAnswered: (roundId: string, event: 'start' | 'finish', accepted: boolean) =>
      notificationAnswered(pool, roundId, event, accepted),
  }
}

const selectRounds = (name: string, where: string) =>
  statement(name, `SELECT ${SELECTED} FROM round WHERE ${where}`)

const FIND_ROUND = selectRounds('find-round', 'round_id = $1 AND player_key = $2')
const FIND_ROUND_BY_REQUEST = selectRounds(
  'find-by-request',
  isSameRequest('round', '$1::bigint', '$2::text'),
)
const FIND_ANY_ROUND = selectRounds('find-any-round', 'round_id = $1')
const LIST_OPEN_ROUNDS = statement(
  'list-open-rounds',
  `SELECT ${SELECTED} FROM (SELECT r.* FROM unfinished r JOIN player p USING (player_key)
     WHERE p.project_id = $1 AND p.player_id = $2 AND ${IS_OPEN}) round`,
)

async function findRounds(pool: Pool, query: Statement, values: unknown[]): Promise<Round[]> {
  const { rows } = await pool.query<Row>({ ...query, values })
  return rows.map(readRound)
}

/** A decision that the platform made for a player who has played nothing since. */
export interface DecidedRound {
  roundId: string
  option: string
  winMinor: bigint
  currency: Currency
}

/**
 * The row of a finished round keeps its last save, with the decision, until the game's next round
 * reuses it.
 */
const FIND_DECIDED = statement(
  'find-decided',
  `SELECT round_id AS "roundId", choices[cardinality(choices)] AS option, currency,
     win_minor AS "winMinor"
    FROM unfinished_round
   WHERE player_key = $1 AND game_id = $2 AND state = 'finished'
     AND choice_request_ids[cardinality(choice_request_ids)] = $3 LIMIT 1`,
)

async function findDecidedRound(
  pool: Pool,
  playerKey: string,
  gameId: string,
): Promise<DecidedRound | null> {
  const values = [playerKey, gameId, DEADLINE_REQUEST]
  const { rows } = await pool.query<DecidedRound>({ ...FIND_DECIDED, values })
  // A bigint arrives as text.
  return rows[0] === undefined ? null : { ...rows[0], winMinor: BigInt(rows[0].winMinor) }
}

const LOAD_PLAYERS = statement(
  'load-players',
  `SELECT asked.at, p.* FROM unnest($1::int[], $2::text[], $3::text[], $4::float8[])
     AS asked (at, project, player, now_ms)
   CROSS JOIN LATERAL (
     SELECT player_key, last_sequence AS sequence, ${entitlementColumns('asked.now_ms')},
       EXISTS (SELECT FROM unfinished_round r WHERE r.player_key = p.player_key AND r.${IS_OPEN})
         AS "hasOpenRounds"
     FROM player p WHERE project_id = project AND player_id = player OFFSET 0) p`,
)

interface PlayerQuestion extends PlayerRef {
  nowMs: number
}

function groupLoads(pool: Pool) {
  return groupReading<PlayerQuestion, LoadedRow>(pool, LOAD_PLAYERS, all => [
    all.map(({ projectId }) => projectId),
    all.map(({ playerId }) => playerId),
    all.map(({ nowMs }) => nowMs),
  ])
}

interface LoadedRow extends EntitlementsRecord {
  player_key: string
  sequence: string
  hasOpenRounds: boolean
}

/**
 * Reads a player with target outcomes again until no round was written between the readings of one
 * turn: such a round may be counted without being among the open rounds, and if it is rejected
 * before the player state is loaded, its count is never taken back. If the player has more targets
 * than are loaded, they are counted by a separate reading after the player's, so the following turn
 * must show the same.
 */
export async function readBetweenRounds(
  read: () => Promise<PlayerRow | null>,
): Promise<PlayerRow | null> {
  let before: PlayerRow | null = null
  let unmoved = 0
  for (let turn = 0; turn < PLAYER_READINGS; turn++) {
    const found = await read()
    if (found === null || found.entitlements.targets.length === 0) return found
    unmoved = found.sequence === before?.sequence ? unmoved + 1 : 0
    if (unmoved === 1 && found.entitlements.hasMoreTargets !== true) return found
    if (unmoved === 2) return before
    before = found
  }
  throw new Error(`rounds of the player were written during each of ${PLAYER_READINGS} readings`)
}

/**
 * One reading for most players. For those with open rounds or grants there are more; commits
 * between them are visible only to the later ones, so the order matters. Open rounds come before
 * the player: a round that has ended since is put back into the player state, where the next spin
 * finds it over and reads again. Grants come last: the revision reveals changes after them.
 */
async function readPlayer(
  pool: Pool,
  load: ReturnType<typeof groupLoads>,
  asked: PlayerQuestion,
): Promise<PlayerRow | null> {
  const { projectId, playerId, nowMs } = asked
  let row = await load(asked)
  let openRounds: Round[] = []
  if (row?.hasOpenRounds === true) {
    openRounds = await findRounds(pool, LIST_OPEN_ROUNDS, [projectId, playerId])
    row = await load(asked)
  }
  if (row === null) return null
  const entitlements = await readEntitlements(pool, row.player_key, row, nowMs)
  return { playerKey: row.player_key, sequence: BigInt(row.sequence), openRounds, entitlements }
}

/** The round and its player, of any project; for the platform's owner only. */
async function findAnyRound(
  pool: Pool,
  roundId: string,
): Promise<(OwnedRound & { round: Round }) | null> {
  const [round] = await findRounds(pool, FIND_ANY_ROUND, [roundId])
  if (round === undefined) return null
  const { rows } = await pool.query<PlayerRef>(
    'SELECT project_id AS "projectId", player_id AS "playerId" FROM player WHERE player_key = $1',
    [round.intent.playerKey],
  )
  return { ...rows[0]!, roundId, round }
}
