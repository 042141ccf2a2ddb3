// Commands that list rounds: those that owe something, those set aside, those that a failover lost.

import type { Pool } from 'pg'
import { formatAmount } from '../../core/money.ts'
import { firstOf } from '../../ledger/database/merge.ts'
import { listOrphans, type OrphanedRound } from '../../ledger/rounds/orphaned-rounds.ts'
import { listRoundsSetAside } from '../../ledger/rounds/round-failures.ts'
import { type KnownRound, listRoundsOwed } from '../../ledger/rounds/unfinished-rounds.ts'
import { RECOVERY_ROUND_AGE_MS } from '../../limits.ts'
import { ROUND_STATES } from '../../round/round.ts'
import { printJson, printLine, printTable } from '../command-line.ts'
import { defineLedgerCommand } from '../ledger-command.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo, oneOf, readAge, readRoundId } from '../option-values.ts'
import { asRecord, printCause, printNext, type RoundRecord } from './known-round.ts'

interface ListedRound {
  roundId: string
  projectId: string
  playerId: string
  gameId: string
  currency: string
}

interface RoundListing<Round> {
  name: string
  about: string
  /** Printed for an empty list. */
  none: string
  limit: { usual: number; most: number }
  /** Finds the rounds of one database, the newest first. */
  find(pool: Pool, query: { projectId?: string | undefined; limit: number }): Promise<Round[]>
  /** The time that the list is sorted by. */
  atOf(round: Round): Date
  /** The fields of its JSON after those that every round has. */
  describe(round: Round): object
  /** The end of its line. */
  print(round: Round): string
}

function defineRoundList<Round extends ListedRound>(listing: RoundListing<Round>) {
  const { name, about, none, limit: bound, find, atOf, describe, print } = listing
  const isNewer = (one: Round, other: Round) => atOf(other).getTime() - atOf(one).getTime()
  return defineLedgerCommand(
    createStoreCommand(`reelhouse ${name}`, about)
      .option('--project <id>', 'only of this project')
      .option('--limit <count>', 'rounds', countUpTo(bound.most), bound.usual)
      .option('--json', 'one line: {"rounds":[…]}'),
    async ({ pools }, { project, limit, json }) => {
      const query = { projectId: project, limit }
      const found = await Promise.all(pools.carriers.map(pool => find(pool, query)))
      const rounds = firstOf(found, limit, isNewer)
      if (json === true) {
        printJson({ rounds: rounds.map(round => ({ ...namesOf(round), ...describe(round) })) })
        return 0
      }
      if (rounds.length === 0) printLine(none)
      for (const round of rounds) {
        const { round_id, project_id, player_id, game } = namesOf(round)
        const at = atOf(round).toISOString()
        printLine(`${round_id}  ${at}  ${project_id}  ${player_id}  ${game}  ${print(round)}`)
      }
      return 0
    },
  )
}

const namesOf = (round: ListedRound) => ({
  round_id: round.roundId,
  project_id: round.projectId,
  player_id: round.playerId,
  game: round.gameId,
  currency: round.currency,
})

const orphaned = defineRoundList({
  name: 'rounds orphaned',
  about: `Lists rounds that the ledger lost in a failover and that were written again from what
    Redis remembers; the newest first. "rounds refund-orphan" refunds their bets.`,
  none: 'No round is orphaned.',
  limit: { usual: 1_000, most: 100_000 },
  find: listOrphans,
  atOf: ({ createdAt }) => createdAt,
  describe: round => ({
    bet: betOf(round),
    win: formatAmount(round.winMinor),
    known: round.known,
    state: round.state,
    refund_status: round.refundStatus,
    created_at: round.createdAt.toISOString(),
  }),
  print(round) {
    const { currency, winMinor, known, refundStatus } = round
    const refund = refundStatus === null ? '' : `, refund ${refundStatus}`
    return `bet ${betOf(round)} ${currency}, win ${formatAmount(winMinor)}  ${known}${refund}`
  },
})

const betOf = ({ isFreeSpin, stakeMinor }: OrphanedRound) =>
  formatAmount(isFreeSpin ? 0n : stakeMinor)

const setAside = defineRoundList({
  name: 'rounds set-aside',
  about: `Lists rounds that were set aside as reconciliation_required because their driving failed
    again and again for a reason of the platform's own; the last one first. "rounds put-back" brings
    one back in play.`,
  none: 'No round is set aside.',
  limit: { usual: 100, most: 10_000 },
  find: listRoundsSetAside,
  atOf: ({ setAsideAt }) => setAsideAt,
  describe: round => ({
    stake: formatAmount(round.stakeMinor),
    win: formatAmount(round.winMinor),
    bet_status: round.betStatus,
    win_status: round.winStatus,
    failure: round.failure,
    created_at: round.createdAt.toISOString(),
    set_aside_at: round.setAsideAt.toISOString(),
  }),
  print({ stakeMinor, winMinor, currency, betStatus, winStatus, failure }) {
    const win = winStatus === null ? '' : `, win ${formatAmount(winMinor)} ${winStatus}`
    return `bet ${formatAmount(stakeMinor)} ${currency} ${betStatus}${win}  ${failure}`
  },
})

const DEFAULT_ROUNDS = 50
const ROUNDS_MAX = 1_000

const stuck = defineLedgerCommand(
  createStoreCommand(
    'reelhouse rounds stuck',
    `Lists rounds that owe something, the oldest first: a bet, a win or a refund that the wallet has
    not confirmed, a notification, a settlement, or a look of the platform's owner (set aside).
    "rounds show" has the details of one, "rounds push" tries it now.`,
  )
    .option('--project <id>', 'only of this project')
    .option('--state <state>', 'only in this state', oneOf(ROUND_STATES))
    .option('--older-than <age>', 'only that old: 30s, 5m, 2h, 1d', readAge, RECOVERY_ROUND_AGE_MS)
    .option('--decisions', 'rounds that wait for a decision of their player, too')
    .option('--after <round_id>', 'the page after this round', readRoundId)
    .option('--limit <count>', 'rounds', countUpTo(ROUNDS_MAX), DEFAULT_ROUNDS)
    .option('--json', 'one line: {"rounds":[…],"next":"<round id>"}'),
  async ({ pools }, { project, state, olderThan, decisions, after, limit, json }) => {
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
  },
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

export const lists = { stuck, 'set-aside': setAside, orphaned }
