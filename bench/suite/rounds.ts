// Players and rounds for measuring the spin path. Players are rows of a separate database; rounds
// are opened as a lane opens them, and driven through the real machine by answers that are all
// successful.

import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '../../src/core/money.ts'
import { SHARDS } from '../../src/core/shard.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../src/games/engine/bets.ts'
import { type GameDefinition, type Outcome, SEED_BYTES } from '../../src/games/engine/contract.ts'
import { OPENED_HERE } from '../../src/round/driver-state.ts'
import { applyInput, nextEffect, type RoundInput } from '../../src/round/machine.ts'
import { openRound, type Round } from '../../src/round/round.ts'

const CURRENCY: Currency = 'USD'
const ACCEPTED = { kind: 'accepted', balanceMinor: 1_000_000n } as const

let rounds = 0

const drawnOf = (outcome: Outcome) => ({
  winUnits: outcome.winUnits,
  winMinor: BigInt(outcome.winUnits),
  awaiting: false,
})

/** Looked up once, because listing the bets costs more than the rest of a round here. */
const smallestBets = new Map(GAMES.map(game => [game.id, listBets(game, CURRENCY)[0]!]))

/** The first round of a player, so that no other round is open or has its sequence number. */
export function newRound(
  playerKey: string,
  game: GameDefinition,
  outcome: Outcome,
  roundId = uuidv7(),
): Round {
  const bet = smallestBets.get(game.id)!
  const baseStakeMinor = resolveBaseStakeMinor(game, CURRENCY, bet)!
  return openRound(
    {
      roundId,
      playerKey,
      sequence: 1n,
      requestId: `bench.${++rounds}`,
      sessionId: uuidv7(),
      gameId: game.id,
      gameVersion: game.version,
      gameMode: 'base',
      currency: CURRENCY,
      betTerms: JSON.stringify(bet),
      baseStakeMinor,
      stakeMinor: baseStakeMinor,
      seed: randomBytes(SEED_BYTES),
      levelBps: null,
      levelSource: null,
      freeSpin: null,
      appliedTarget: null,
      createdAtMs: Date.now(),
    },
    drawnOf(outcome),
  )
}

/** The answers of the setup when everything succeeds. */
function answerEffect(effect: ReturnType<typeof nextEffect>): RoundInput {
  const atMs = 1
  switch (effect.type) {
    case 'send-bet':
      return { type: 'bet-answered', answer: ACCEPTED, atMs }
    case 'send-win':
      return { type: 'win-answered', answer: ACCEPTED, atMs }
    case 'send-refund':
      return { type: 'refund-answered', answer: ACCEPTED, atMs }
    case 'decide-reveal':
      return { type: 'reveal-decided', as: 'revealed', atMs }
    case 'reload':
      return { type: 'reloaded' }
    case 'notify':
    case 'defer-notification':
      return { type: 'notified', event: effect.event, atMs }
    case 'save':
    case 'close':
    case 'rest':
      throw new Error('a round is saved before it ends')
  }
}

/** Drives a round to the first moment at which it must be saved. */
export function driveRound(round: Round): Round {
  let now = { round, driver: OPENED_HERE }
  for (;;) {
    const effect = nextEffect(now)
    if (effect.type === 'save') return now.round
    now = applyInput(now, answerEffect(effect))
  }
}

/** What all sessions of floors have. */
export const BENCH_SESSION = {
  gameId: 'forty-suns',
  currency: CURRENCY,
  language: 'en',
  clientPlatform: 'desktop',
  balanceMinor: ACCEPTED.balanceMinor,
} as const

/** The project for the rows of benches, in a separate database. */
export async function ensureBenchProject(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('bench', 'https://wallet.example.com', '', decode(repeat('07', 32), 'hex'))
     ON CONFLICT DO NOTHING`,
  )
}

/** Players without a round, and their project with the first of them; resolves to their keys. */
export async function addPlayers(pool: Pool, count: number): Promise<string[]> {
  await ensureBenchProject(pool)
  const { rows } = await pool.query<{ player_key: string }>(
    // Keys in the form that play makes, so that they never equal the key of a real player.
    `INSERT INTO player (player_key, project_id, player_id) OVERRIDING SYSTEM VALUE
     SELECT nextval('player_player_key_seq') * $2::int, 'bench', gen_random_uuid()::text
     FROM generate_series(1, $1::int) RETURNING player_key`,
    [count, SHARDS],
  )
  return rows.map(row => row.player_key)
}
