// `reelhouse rounds orphaned`: rounds that the ledger lost in a failover, with what is known about
// each.

import { formatAmount } from '../../core/money.ts'
import { listOrphans, type OrphanedRound } from '../../ledger/rounds/orphaned-rounds.ts'
import { defineRoundList } from './list-command.ts'

export const command = defineRoundList({
  name: 'rounds orphaned',
  about: `Lists rounds that the ledger lost in a failover and that were written again from what
  Redis remembers;
    the newest first. "rounds refund-orphan" refunds their bets.`,
  none: 'No round is orphaned.',
  limit: { usual: 1_000, most: 100_000 },
  find: listOrphans,
  order: (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  asRecord,
  print: printRound,
})

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
  return (
    `${round_id}  ${created_at}  ${project_id}  ${player_id}  ${game}  ${money}  ` +
    `${round.known}${refund}`
  )
}
