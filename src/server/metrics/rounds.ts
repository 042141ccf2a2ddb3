// Counts rounds that end: how many, how long they took, and what each game returned compared with
// its theoretical RTP.

import { describeLevel } from '../../games/engine/levels.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import type { Round } from '../../round/round.ts'
import { SETTLE_SECONDS } from './buckets.ts'
import type { Tally } from './tally.ts'

type FindGame = (gameId: string) => Game | undefined

export function countRounds(tally: Tally, findGame: FindGame) {
  const ended = tally.counter(
    'reelhouse_rounds_total',
    'Rounds that ended, by game, mode and end state.',
    'game',
    'mode',
    'state',
  )
  const retries = tally.counter(
    'reelhouse_wallet_retries_total',
    'Wallet operations scheduled again because their outcome is unknown.',
    'state',
  )
  const setAside = tally.counter(
    'reelhouse_rounds_set_aside_total',
    'Rounds set aside as reconciliation_required, by cause: a failure, or a lost lane thread.',
    'cause',
  )
  for (const cause of ['failure', 'lost-thread']) setAside.add(0, cause)
  const seconds = tally.histogram(
    'reelhouse_settle_seconds',
    'Time from the opening of a round to its settling, by whether the player had to decide in it.',
    SETTLE_SECONDS,
    'decided',
  )
  const countReturn = createReturnCounter(tally, findGame)
  return {
    roundEnded(round: Round): void {
      const { intent, progress } = round
      ended.add(1, intent.gameId, intent.gameMode, progress.state)
      if (progress.state !== 'settled' || progress.settledAtMs === null) return
      const tookMs = Math.max(0, progress.settledAtMs - intent.createdAtMs)
      seconds.observe(tookMs / 1000, progress.choices.length > 0 ? 'yes' : 'no')
      if (intent.appliedTarget === null) countReturn(round)
    },
    retry: ({ progress }: Round) => retries.add(1, progress.state),
    roundSetAside: (cause: 'failure' | 'lost-thread') => setAside.add(1, cause),
  }
}

/**
 * In base bets, not in money: every round then counts the same whatever its stake, and currencies
 * are not mixed, so that the difference can be compared with the variance of the mathematics. The
 * operator's target outcomes were not drawn and are left out; free spins count with their nominal
 * stake.
 */
function createReturnCounter(tally: Tally, findGame: FindGame) {
  const counter = (name: string, help: string) =>
    tally.counter(name, `${help}, of settled rounds that were drawn.`, 'game', 'mode')
  const stake = counter('reelhouse_game_stake_bets_total', 'Stakes in base bets')
  const win = counter('reelhouse_game_win_bets_total', 'Wins in base bets')
  const theory = counter(
    'reelhouse_game_theoretical_win_bets_total',
    'Wins in base bets that the mathematics promises at the levels played',
  )
  const variance = counter(
    'reelhouse_game_win_variance_bets_total',
    'Variance of the wins, in squared base bets, that the mathematics promises',
  )
  return ({ intent, progress }: Round) => {
    const { gameId, gameMode, levelBps } = intent
    const game = findGame(gameId)
    const mode = game?.modes.find(({ id }) => id === gameMode)
    const figures = game?.figures[gameMode]
    if (game === undefined || mode === undefined || figures === undefined) return
    const { rtp, deviationBets } =
      levelBps === null ? figures.natural : describeLevel(levelBps, figures, mode.priceBets)
    const price = Number(mode.priceBets)
    stake.add(price, gameId, gameMode)
    win.add(progress.winUnits / game.unitsPerBet, gameId, gameMode)
    theory.add(rtp * price, gameId, gameMode)
    variance.add(deviationBets ** 2, gameId, gameMode)
  }
}
