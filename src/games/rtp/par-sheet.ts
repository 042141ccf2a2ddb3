// Owns what a PAR sheet says of a game: returns by mode, reel set and part, hit and feature
// frequency, volatility, distribution, max win, levels, confidence. Pure; must never play a round.

import type { ReelSet } from '../../core/reel-set.ts'
import { REEL_SETS } from '../../core/reel-set.ts'
import { describeLevel, shareOfHigh } from '../engine/levels.ts'
import type { ExactPar, Figures, Game } from '../engine/mathematics.ts'
import { Z_90, Z_95 } from './simulate.ts'
import type { SimulationReport } from './simulation-report.ts'

/** Shares are fractions; returns are shares of the mode's price, wins are in base bets. */
export interface ParSet {
  rtp: number
  hitFrequency: number
  deviationBets: number
  basis: Figures['basis']
  /** What brings the return; the parts add up to it. */
  parts: Readonly<Record<string, number>>
  /** One round in so many has the feature; null in games without. */
  featureEvery: number | null
  /** What the cap takes from the return at most, where the figures leave it out. */
  capCostAtMost: number
  /** Rounds played for what follows. */
  sampleRounds: number
  largestBets: number
  largestEvery: number | null
  distribution: readonly { label: string; share: number; rtp: number }[]
}

export interface ParLevel {
  levelBps: number
  shareOfHigh: number
  hitFrequency: number
  deviationBets: number
  volatilityIndex: number
}

export interface ParMode {
  id: string
  kind: string
  priceBets: string
  sets: Readonly<Record<ReelSet, ParSet>>
  levels: readonly ParLevel[]
  /** Half-width of the 95 % interval of the return by number of rounds, natural set. */
  confidence: readonly { rounds: number; halfWidth95: number }[]
}

export interface ParSheet {
  game: string
  name: string
  version: string
  provider: string
  layout: { columns: number; rows: number }
  winsBy: string
  lines: number
  unitsPerBet: number
  maxWinBets: number
  mechanics: readonly string[]
  paytable: readonly { id: string; role: string; pays: readonly (readonly [number, number])[] }[]
  sampleSeed: string
  modes: readonly ParMode[]
}

/** What is measured and computed for one mode and reel set. */
export interface ParInput {
  exact: ExactPar | null
  sample: SimulationReport
}

const LEVELS_BPS = [6_000, 7_500, 9_000, 9_450, 9_500, 9_625, 10_000] as const
const CONFIDENCE_ROUNDS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const
/** Digits kept of every figure: far more than any sample gives, few enough to compare texts. */
const DIGITS = 12

export function buildParSheet(
  game: Game,
  sampleSeed: string,
  inputOf: (mode: string, reelSet: ReelSet) => ParInput,
): ParSheet {
  return {
    game: game.id,
    name: game.name,
    version: game.version,
    provider: game.provider,
    layout: game.layout,
    winsBy: game.winsBy,
    lines: game.lines.length,
    unitsPerBet: game.unitsPerBet,
    maxWinBets: game.maxWinBets,
    mechanics: game.mechanics,
    paytable: game.symbols.map(({ id, role, pays }) => ({ id, role, pays })),
    sampleSeed,
    modes: game.modes.map(({ id, kind, priceBets }) => {
      const figures = game.figures[id]!
      const set = (reelSet: ReelSet) => buildSet(game, figures[reelSet], inputOf(id, reelSet))
      return {
        id,
        kind,
        priceBets,
        sets: { natural: set('natural'), low: set('low'), high: set('high') },
        levels: LEVELS_BPS.map(levelBps => buildLevel(levelBps, figures, priceBets)),
        confidence: CONFIDENCE_ROUNDS.map(rounds => {
          const error = figures.natural.deviationBets / Math.sqrt(rounds) / Number(priceBets)
          return { rounds, halfWidth95: keep(Z_95 * error) }
        }),
      }
    }),
  }
}

function buildSet(game: Game, figures: Figures, { exact, sample }: ParInput): ParSet {
  const baseRtp = sample.rtp - sample.featureRtp
  const parts =
    exact?.parts ??
    (game.hasFeature ? { base: baseRtp, feature: sample.featureRtp } : { base: baseRtp })
  const { basis } = figures
  return {
    rtp: keep(figures.rtp),
    hitFrequency: keep(figures.hitFrequency),
    deviationBets: keep(figures.deviationBets),
    basis: basis === 'exact' ? basis : { ...basis, halfWidth95: keep(basis.halfWidth95) },
    parts: Object.fromEntries(Object.entries(parts).map(([part, rtp]) => [part, keep(rtp)])),
    featureEvery: keepOrNull(exact === null ? sample.featureEvery : exact.featureEvery),
    capCostAtMost: keep(exact?.capCostAtMost ?? 0),
    sampleRounds: sample.rounds,
    largestBets: sample.largestBets,
    largestEvery: keepOrNull(sample.largestEvery),
    distribution: sample.buckets
      .filter(({ rounds }) => rounds > 0)
      .map(({ label, share, rtp }) => ({ label, share: keep(share), rtp: keep(rtp) })),
  }
}

function buildLevel(
  levelBps: number,
  figures: Readonly<Record<ReelSet, Figures>>,
  priceBets: string,
): ParLevel {
  const { hitFrequency, deviationBets } = describeLevel(levelBps, figures, priceBets)
  return {
    levelBps,
    shareOfHigh: keep(shareOfHigh(levelBps, figures.low.rtp, figures.high.rtp)),
    hitFrequency: keep(hitFrequency),
    deviationBets: keep(deviationBets),
    volatilityIndex: keep(Z_90 * deviationBets),
  }
}

function keep(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

function keepOrNull(value: number | null): number | null {
  return value === null ? null : keep(value)
}

/** The sheet for people: Markdown. */
export function printParSheet(sheet: ParSheet): string {
  const { columns, rows } = sheet.layout
  return [
    `# ${sheet.name}: PAR sheet`,
    '',
    `Version ${sheet.version}, ${sheet.provider}, ${columns}x${rows}, wins by ${sheet.winsBy}` +
      `${sheet.lines > 0 ? ` (${sheet.lines} lines)` : ''}. ${sheet.mechanics.join(', ')}.`,
    '',
    `Generated by \`npx reelhouse par ${sheet.game}\`. Returns are shares of the mode's price, wins are in`,
    `base bets; one bet is ${sheet.unitsPerBet} units, a round wins at most ${sheet.maxWinBets.toLocaleString('en-US')} bets. Distributions`,
    `are from simulated rounds (seed "${sheet.sampleSeed}"), whatever the basis of the return.`,
    '',
    '## Paytable',
    '',
    'Units by number of symbols; the same under every reel set.',
    '',
    table(
      ['symbol', 'role', 'pays'],
      sheet.paytable.map(({ id, role, pays }) => [
        id,
        role,
        pays.map(([count, units]) => `${count}: ${units}`).join(', ') || '-',
      ]),
    ),
    ...sheet.modes.flatMap(mode => printMode(sheet, mode)),
    '',
  ].join('\n')
}

/** All sheets in one table, for a first look. */
export function printParOverview(sheets: readonly ParSheet[]): string {
  const rows = sheets.flatMap(sheet =>
    sheet.modes.map(({ id, priceBets, sets: { natural, low, high } }) => [
      `[${sheet.game}](${sheet.game}.md)`,
      id,
      priceBets,
      percent(natural.rtp),
      percent(low.rtp),
      percent(high.rtp),
      printPrecision([natural, low, high]),
      percent(natural.hitFrequency),
      everyRounds(natural.featureEvery),
      natural.deviationBets.toFixed(2),
    ]),
  )
  const head = ['game', 'mode', 'price', 'natural', 'low', 'high', '95 % half-width']
  return [
    '# PAR sheets',
    '',
    'Generated by `npx reelhouse par all`. Returns of the three reel sets are shares of the price of the',
    'mode; hit frequency, feature and standard deviation (in base bets) are those of the natural set.',
    'Any level from 60 to 100 % is a mixture of low and high: each sheet has a table.',
    '',
    table([...head, 'hit frequency', 'feature', 'deviation'], rows),
    '',
  ].join('\n')
}

/** The widest interval of the three returns. */
function printPrecision(sets: readonly ParSet[]): string {
  const widest = Math.max(...sets.map(({ basis }) => (basis === 'exact' ? 0 : basis.halfWidth95)))
  return widest === 0 ? 'exact' : `at most ${(widest * 100).toFixed(3)} points`
}

function printMode(sheet: ParSheet, mode: ParMode): string[] {
  const natural = mode.sets.natural
  const parts = Object.keys(natural.parts)
  const ofSet = (print: (set: ParSet) => string) =>
    REEL_SETS.map(reelSet => print(mode.sets[reelSet]))
  const rows = [
    ['return', ...ofSet(set => percent(set.rtp))],
    ['basis', ...ofSet(printBasis)],
    ...parts.map(part => [`part: ${part}`, ...ofSet(set => percent(set.parts[part] ?? 0))]),
    ['hit frequency', ...ofSet(set => percent(set.hitFrequency))],
    ['feature', ...ofSet(set => everyRounds(set.featureEvery))],
    ['standard deviation, bets', ...ofSet(set => set.deviationBets.toFixed(3))],
    ['volatility index (90 %)', ...ofSet(set => (Z_90 * set.deviationBets).toFixed(2))],
    ['cap takes at most', ...ofSet(set => printSmall(set.capCostAtMost))],
    [`max win, ${sheet.maxWinBets} bets`, ...ofSet(set => printMaxWin(sheet, set))],
    ['largest win sampled, bets', ...ofSet(set => String(set.largestBets))],
    ['rounds sampled', ...ofSet(set => set.sampleRounds.toLocaleString('en-US'))],
  ]
  return [
    '',
    `## Mode ${mode.id} (${mode.kind}, price ${mode.priceBets})`,
    '',
    table(['', ...REEL_SETS], rows),
    '',
    'Levels: an exact mixture of low and high, drawn per round from its seed.',
    '',
    table(
      ['level', 'share of high', 'hit frequency', 'deviation, bets', 'volatility index'],
      mode.levels.map(level => [
        `${(level.levelBps / 100).toFixed(2)} %`,
        percent(level.shareOfHigh),
        percent(level.hitFrequency),
        level.deviationBets.toFixed(3),
        level.volatilityIndex.toFixed(2),
      ]),
    ),
    '',
    'Half-width of the 95 % interval of the natural return after so many rounds:',
    '',
    table(
      mode.confidence.map(({ rounds }) => `10^${Math.round(Math.log10(rounds))}`),
      [mode.confidence.map(({ halfWidth95 }) => `${(halfWidth95 * 100).toPrecision(3)} points`)],
    ),
    '',
    'Distribution of wins, natural:',
    '',
    `![how often wins of each size come, and their part of the return](${sheet.game}-${mode.id}.svg)`,
    '',
    table(
      ['bets', 'share of rounds', 'part of the return'],
      natural.distribution.map(({ label, share, rtp }) => [
        label,
        `${(share * 100).toPrecision(4)} %`,
        percent(rtp),
      ]),
    ),
  ]
}

function printBasis({ basis }: ParSet): string {
  if (basis === 'exact') return 'exact'
  const half = (basis.halfWidth95 * 100).toFixed(3)
  return `± ${half} (95 %), ${basis.rounds.toLocaleString('en-US')} rounds`
}

function everyRounds(every: number | null): string {
  if (every === null) return '-'
  return `1 in ${every.toLocaleString('en-US', { maximumFractionDigits: every < 1_000 ? 1 : 0 })}`
}

/** Odds of the cap: as often as it was seen, else what three times nothing in n rounds allows. */
function printMaxWin({ maxWinBets }: ParSheet, set: ParSet): string {
  if (set.largestBets === maxWinBets) return everyRounds(set.largestEvery)
  return `not seen: rarer than ${everyRounds(set.sampleRounds / 3)} (95 %)`
}

function printSmall(share: number): string {
  return share === 0 ? '-' : `${(share * 100).toExponential(1)} %`
}

const percent = (share: number) => `${(share * 100).toFixed(3)} %`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
