// `reelhouse rounds stuck`: the rounds that owe something, and why.

import { firstOf } from '../../ledger/database/merge.ts'
import { type KnownRound, listRoundsOwed } from '../../ledger/rounds/unfinished-rounds.ts'
import { RECOVERY_ROUND_AGE_MS } from '../../limits.ts'
import { ROUND_STATES } from '../../round/round.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo, oneOf, readAge, readRoundId } from '../option-values.ts'
import { withLedger } from '../project/access.ts'
import { printTable } from '../table.ts'
import { asRecord, printCause, printNext, type RoundRecord } from './known-round.ts'

const DEFAULT_ROUNDS = 50
const ROUNDS_MAX = 1_000

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds stuck',
    `Lists rounds that owe something, the oldest first: a bet, a win or a refund that the wallet has
    not confirmed,
    a notification, a settlement, or a look of the platform's owner (set aside). "rounds show" tells
    more of
    one, "rounds push" tries it now.`,
  )
    .option('--project <id>', 'only of this project')
    .option('--state <state>', 'only in this state', oneOf(ROUND_STATES))
    .option('--older-than <age>', 'only that old: 30s, 5m, 2h, 1d', readAge, RECOVERY_ROUND_AGE_MS)
    .option('--decisions', 'rounds that wait for a decision of their player, too')
    .option('--after <round_id>', 'the page after this round', readRoundId)
    .option('--limit <count>', 'rounds', countUpTo(ROUNDS_MAX), DEFAULT_ROUNDS)
    .option('--json', 'one line: {"rounds":[…],"next":"<round id>"}'),
  ({ project, state, olderThan, decisions, after, limit, json, ...stores }) =>
    withLedger('rounds stuck', stores, async ({ pools }) => {
      const query = {
        projectId: project,
        state,
        olderThanMs: olderThan,
        withDecisions: decisions === true,
        after,
        limit: limit + 1,
      }
      const lists = await Promise.all(pools.carriers.map(pool => listRoundsOwed(pool, query)))
      const found = firstOf(lists, limit + 1, byId)
      const rounds = found.slice(0, limit).map(asRecord)
      const next = found.length > limit ? rounds.at(-1)!.round_id : null
      if (json === true) printJson({ rounds, next })
      else print(rounds, next)
      return 0
    }),
)

/** Ids grow with time. */
const byId = (one: KnownRound, other: KnownRound) =>
  one.round.intent.roundId < other.round.intent.roundId ? -1 : 1

const HEADER = [
  'round',
  'project',
  'player',
  'game',
  'state',
  'owes',
  'age',
  'tried',
  'next',
  'why',
]

function print(rounds: readonly RoundRecord[], next: string | null): void {
  if (rounds.length === 0) {
    printLine('No round owes anything.')
    return
  }
  printTable(
    HEADER,
    rounds.map(round => [
      round.round_id,
      round.project_id,
      round.player_id,
      round.game,
      round.state,
      round.owes.join(', '),
      `${round.age_s} s`,
      String(round.attempts),
      printNext(round),
      printCause(round),
    ]),
  )
  if (next !== null) printLine(`There are more: --after ${next}`)
}
