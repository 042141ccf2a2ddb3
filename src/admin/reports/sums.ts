// The reports that are sums, for one project or for all: gross gaming revenue by day, game and
// currency; and what games returned compared with their theoretical RTP, by version, mode and
// level. Changes nothing.

import { type Currency, formatAmount } from '../../core/money.ts'
import { findGame } from '../../games/catalogue/games.ts'
import { compareReturn, type ReturnBand } from '../../games/rtp/return-band.ts'
import type { GgrKey, GgrRow } from '../../ledger/reports/report-ggr.ts'
import { boundPeriod, type Reported } from '../../ledger/reports/report-period.ts'
import type { GameReturn } from '../../ledger/reports/report-returns.ts'
import { REPORT_PERIOD_DAYS_MAX } from '../../limits/reports.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import {
  findProjects,
  hasProject,
  ofEach,
  readPeriod,
  refusePart,
  UNKNOWN_PROJECT,
} from './filters.ts'
import type { GgrReportQuery, ReturnedGame, ReturnsReport, ReturnsReportQuery } from './schema.ts'

/** Null unless rows are by project. */
export type ProjectGgr = GgrRow & { readonly projectId: string | null }

export async function readGgr(
  deps: Pick<AdminDeps, 'pool' | 'reports' | 'nowMs'>,
  query: GgrReportQuery,
) {
  const given = readPeriod(query)
  if ('code' in given) return given
  const period = boundPeriod(given, deps.nowMs())
  if (period === null) return refuse('INVALID_REQUEST', TOO_LONG, 'from')
  const { projectId = null } = query
  if (projectId !== null && !(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
  const groups = (query.groupBy ?? 'day,game,currency').split(',')
  const read = (of: string | null) =>
    deps.reports.ggr({
      ...period,
      projectId: of,
      groupBy: groups.flatMap(name => KEYS[name] ?? []),
      gameId: query.gameId ?? null,
      currency: (query.currency as Currency | undefined) ?? null,
    })
  const isByProject = groups.includes('project')
  const projects = isByProject ? await findProjects(deps, projectId ?? undefined) : null
  if (projects?.ok === false) return projects
  const ids = projects?.ids ?? [projectId]
  const rows: ProjectGgr[] = []
  for (const [i, reported] of (await ofEach<string | null, Reading>(ids, read)).entries()) {
    if (!reported.ok) return refusePart(reported.archived, 'days')
    const of = isByProject ? ids[i]! : null
    for (const row of reported.rows) rows.push({ ...row, projectId: of })
  }
  return { ok: true as const, ...period, rows }
}

type Reading = Reported<GgrRow>

const TOO_LONG = `The period is at most ${REPORT_PERIOD_DAYS_MAX} days, and ends after it begins.`

const KEYS: Readonly<Record<string, GgrKey>> = { day: 'day', game: 'symbol', currency: 'currency' }

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
  const game = findGame(gameId, gameVersion)
  const band = game === undefined ? null : compareReturn(game, gameMode, levelBps, row)
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
