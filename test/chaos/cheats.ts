// What a cheating player sends: commands that must not open, move or reveal a round, a token that
// was never issued, and bytes that are not a message. Texts only; the player sends them.

import type { Currency } from '../../src/core/money.ts'
import { type Bet, listBets } from '../../src/games/engine/bets.ts'
import type { GameDefinition } from '../../src/games/engine/contract.ts'
import type { Chance } from '../support/chance.ts'
import type { Command } from './line.ts'

/** A token in the form of a real one. */
export const FORGED_TOKEN = `rt_${'A'.repeat(64)}`

export const JUNK: readonly string[] = [
  '',
  '{',
  '[]',
  '{"type":"spin"}',
  '{"type":"steal","requestId":"x"}',
  '\u0000',
]

const NOBODYS_ID = '01a1fcc3-7bae-7254-bf39-838dc3a7db65'
const WRONG_BETS = [
  { level: 987_654_321 },
  { level: -1 },
  { coinMinor: '7', lines: 999 },
  { denominationMinor: '3', credits: 77_777 },
  { denominationMinor: '1e3', credits: 1 },
] as Bet[]

export function drawCheat(
  chance: Chance,
  of: {
    requestId: string
    game: GameDefinition
    currency: Currency
    /** Null: none is known yet. */
    strangersRound: string | null
    finishedRound: string | null
  },
): { what: string; command: Command } {
  const { requestId, game, currency, strangersRound, finishedRound } = of
  const mode = game.modes[0]!.id
  const bet = listBets(game, currency)[0]!
  const cheats: [what: string, command: Command][] = [
    ['a bet that is not offered', { type: 'spin', requestId, bet: chance.pick(WRONG_BETS), mode }],
    ['a mode that is not offered', { type: 'spin', requestId, bet, mode: 'always-win' }],
    ['free spins without a grant', { type: 'free-spin', requestId, grantId: NOBODYS_ID }],
    ["a stranger's round", { type: 'collect', requestId, roundId: strangersRound ?? NOBODYS_ID }],
    ['a finished round', { type: 'collect', requestId, roundId: finishedRound ?? NOBODYS_ID }],
  ]
  const [what, command] = chance.pick(cheats)
  return { what, command }
}
