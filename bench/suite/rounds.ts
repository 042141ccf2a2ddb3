// Rounds for measuring the spin path: opened as a lane opens them, driven through the real machine
// by answers that are all successful. Sends nothing.

import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '../../src/core/money.ts'
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
function answerEffect(effect: ReturnType<typeof nextEffect>): RoundInput | null {
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
      return { type: 'saved' }
    case 'close':
      return { type: 'closed', isOutdated: false }
    case 'rest':
      return null
  }
}

/** Drives a round to its end, or to the first moment at which it must be saved. */
export function driveRound(round: Round, untilSave = false): Round {
  let now = { round, driver: OPENED_HERE }
  for (;;) {
    const effect = nextEffect(now)
    if (untilSave && effect.type === 'save') return now.round
    const input = answerEffect(effect)
    if (input === null) return now.round
    now = applyInput(now, input)
  }
}
