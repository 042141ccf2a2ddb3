// `reelhouse rounds set-aside`: the rounds that were set aside, each with its cause.

import { formatAmount } from '../../core/money.ts'
import { listRoundsSetAside, type RoundSetAside } from '../../ledger/rounds/round-failures.ts'
import { defineRoundList } from './list-command.ts'

export const command = defineRoundList({
  name: 'rounds set-aside',
  about: `Lists rounds that were set aside as reconciliation_required because their driving failed
  again and
    again for a reason of the platform's own; the last one first. "rounds put-back" brings one back
    in play.`,
  none: 'No round is set aside.',
  limit: { usual: 100, most: 10_000 },
  find: listRoundsSetAside,
  order: (one, other) => other.setAsideAt.getTime() - one.setAsideAt.getTime(),
  asRecord,
  print: printRound,
})

function asRecord(round: RoundSetAside) {
  return {
    round_id: round.roundId,
    project_id: round.projectId,
    player_id: round.playerId,
    game: round.gameId,
    currency: round.currency,
    stake: formatAmount(round.stakeMinor),
    win: formatAmount(round.winMinor),
    bet_status: round.betStatus,
    win_status: round.winStatus,
    failure: round.failure,
    created_at: round.createdAt.toISOString(),
    set_aside_at: round.setAsideAt.toISOString(),
  }
}

function printRound(round: ReturnType<typeof asRecord>): string {
  const { round_id, project_id, player_id, game, currency, failure, set_aside_at } = round
  const bet = `bet ${round.stake} ${currency} ${round.bet_status}`
  const win = round.win_status === null ? '' : `, win ${round.win} ${round.win_status}`
  return (
    `${round_id}  ${set_aside_at}  ${project_id}  ${player_id}  ${game}  ${bet}${win}  ` +
    `${failure}`
  )
}
