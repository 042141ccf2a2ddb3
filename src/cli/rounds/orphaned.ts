// `reelhouse rounds orphaned`: rounds that the ledger lost in a failover, with what is known of each.

import { formatAmount } from '../../core/money.ts'
import { listOrphans, type OrphanedRound } from '../../ledger/rounds/orphan-refunds.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo } from '../option-values.ts'
import { withLedger } from '../project/access.ts'

const DEFAULT_ROUNDS = 1_000

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds orphaned',
    `Lists rounds that the ledger lost in a failover and that were written again from what Redis remembers;
    the newest first. "rounds refund-orphan" refunds their bets.`,
  )
    .option('--project <id>', 'only of this project')
    .option('--limit <count>', 'rounds', countUpTo(100_000), DEFAULT_ROUNDS)
    .option('--json', 'one line: {"rounds":[…]}'),
  ({ project, limit, json, ...stores }) =>
    withLedger('rounds orphaned', stores, async ({ pool }) => {
      const found = await listOrphans(pool, { projectId: project, limit })
      const rounds = found.map(asRecord)
      if (json === true) printJson({ rounds })
      else if (rounds.length === 0) printLine('No round is orphaned.')
      else for (const round of rounds) printLine(printRound(round))
      return 0
    }),
)

function asRecord(round: OrphanedRound) {
  return {
    round_id: round.roundId,
    project_id: round.projectId,
    player_id: round.playerId,
    game: round.gameId,
    currency: round.currency,
    bet: formatAmount(round.isFreeSpin ? 0n : round.stakeMinor),
    win: formatAmount(round.winMinor),
    known: round.known,
    state: round.state,
    refund_status: round.refundStatus,
    created_at: round.createdAt.toISOString(),
  }
}

function printRound(round: ReturnType<typeof asRecord>): string {
  const { round_id, created_at, project_id, player_id, game, currency, bet, win } = round
  const refund = round.refund_status === null ? '' : `, refund ${round.refund_status}`
  const money = `bet ${bet} ${currency}, win ${win}`
  return `${round_id}  ${created_at}  ${project_id}  ${player_id}  ${game}  ${money}  ${round.known}${refund}`
}
