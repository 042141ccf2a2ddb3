// What a PAR sheet contains about a game: returns by mode, reel set and part, hit and feature
// frequency, volatility, distribution, max win, levels, confidence. Pure; must never play a round
// or depend on how the sheet is printed.

import type { PerReelSet, ReelSet } from '../../core/reel-set.ts'
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
  /** The sources of the return; the parts add up to it. */
  parts: Readonly<Record<string, number>>
  /** One round in this many has the feature; null in games without one. */
  featureEvery: number | null
  /** The most that the cap can take from the return, where the figures leave it out. */
  capCostAtMost: number
  /** Rounds played for the figures below. */
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
  sets: PerReelSet<ParSet>
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
/**
 * Digits kept of every figure: far more than any sample can determine, and few enough to compare
 * texts.
 */
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

function buildLevel(levelBps: number, figures: PerReelSet<Figures>, priceBets: string): ParLevel {
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
