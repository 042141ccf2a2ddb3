// `reelhouse rounds set-aside`: the rounds that were set aside, each with its cause.

import { formatAmount } from '../../core/money.ts'
import { listRoundsSetAside, type RoundSetAside } from '../../ledger/rounds/rounds-set-aside.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo } from '../option-values.ts'
import { withLedger } from '../project/access.ts'

const DEFAULT_ROUNDS = 100

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds set-aside',
    `Lists rounds that were set aside as reconciliation_required because their driving failed again and
    again for a reason of the platform's own; the last one first. "rounds put-back" brings one back in play.`,
  )
    .option('--project <id>', 'only of this project')
    .option('--limit <count>', 'rounds', countUpTo(10_000), DEFAULT_ROUNDS)
    .option('--json', 'one line: {"rounds":[…]}'),
  ({ project, limit, json, ...stores }) =>
    withLedger('rounds set-aside', stores, async ({ pool }) => {
      const found = await listRoundsSetAside(pool, { projectId: project, limit })
      const rounds = found.map(asRecord)
      if (json === true) printJson({ rounds })
      else if (rounds.length === 0) printLine('No round is set aside.')
      else for (const round of rounds) printLine(printRound(round))
      return 0
    }),
)

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
  return `${round_id}  ${set_aside_at}  ${project_id}  ${player_id}  ${game}  ${bet}${win}  ${failure}`
}
