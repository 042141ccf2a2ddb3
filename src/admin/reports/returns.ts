// What games returned compared with their theoretical RTP, by version, mode and level. Changes
// nothing.

import { formatAmount } from '../../core/money.ts'
import { findGame } from '../../games/catalogue/games.ts'
import { compareReturn, type ReturnBand } from '../../games/rtp/return-band.ts'
import type { GameReturn } from '../../ledger/reports/report-returns.ts'
import type { AdminDeps } from '../deps.ts'
import type { AdminRefused } from '../errors.ts'
import { readPeriod } from './period.ts'
import { hasProject, UNKNOWN_PROJECT } from './projects.ts'
import type { ReturnedGame, ReturnsReport, ReturnsReportQuery } from './schema.ts'

export async function readReturns(
  deps: Pick<AdminDeps, 'pool' | 'reports'>,
  query: ReturnsReportQuery,
): Promise<{ ok: true; report: ReturnsReport } | AdminRefused> {
  const period = readPeriod(query)
  if ('code' in period) return period
  const { projectId = null, from = null, to = null, gameId = null } = query
  if (projectId !== null && !(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
  const { rows, untilMs } = await deps.reports.returns({
    projectId,
    gameId,
    fromDay: from,
    toDay: to,
  })
  const untilAt = untilMs === null ? null : new Date(untilMs).toISOString()
  return { ok: true, report: { rows: rows.map(present), untilAt } }
}

function present(row: GameReturn): ReturnedGame {
  const { gameId, gameVersion, gameMode, levelBps, rounds } = row
  const game = findGame(gameId)
  const band = game?.version === gameVersion ? compareReturn(game, gameMode, levelBps, row) : null
  return {
    gameId,
    gameVersion,
    gameMode,
    rounds,
    level: levelBps === null ? null : formatAmount(BigInt(levelBps)),
    theoretical: band && percent(band.theoretical),
    actual: band && percent(band.actual),
    low: band && percent(Math.max(0, band.actual - band.halfWidth99)),
    high: band && percent(band.actual + band.halfWidth99),
    deviationOf: band?.deviationOf ?? null,
    isOutside: band?.isOutside ?? false,
    verdict: verdictOf(row.rounds, band),
    roundsNeeded: band?.roundsNeeded ?? null,
    money: row.money.map(({ currency, stakesMinor, winsMinor }) => ({
      currency,
      stakesMinor: stakesMinor.toString(),
      winsMinor: winsMinor.toString(),
      actual: stakesMinor === 0n ? null : percent(Number(winsMinor) / Number(stakesMinor)),
    })),
  }
}

/**
 * A return outside the band is reported however few its rounds: the band is wide when the rounds
 * are few.
 */
function verdictOf(rounds: number, band: ReturnBand | null): ReturnedGame['verdict'] {
  if (band === null) return 'unknown'
  if (band.isOutside) return 'outside'
  return rounds < band.roundsNeeded ? 'too-few-rounds' : 'within'
}

const percent = (share: number) => (share * 100).toFixed(3)
