// The exact figures of Scarab Codex: every combination of stops of the base game and of a free
// game, and the free games under each special symbol in closed form. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import { type ExactPar, forEachReelSet } from '../../engine/mathematics.ts'
import { listExpandingSpins } from '../../lines/expanding-par.ts'
import { distributeSpins } from '../../lines/line-par.ts'
import {
  average,
  boundCapCost,
  describeFreeGame,
  describeRounds,
  listSpins,
  onlyAwarding,
  type Spins,
} from '../../rtp/free-games-par.ts'
import {
  CAP_UNITS,
  CODEX,
  FREE_GAMES_AWARDED,
  reelsOf,
  SCATTER_PAYS,
  SPECIAL_WEIGHTS,
  SYMBOLS,
  scarabCodex,
  TABLE,
  UNITS_PER_BET,
} from './game.ts'

interface ScarabPar extends ExactPar {
  parts: { lines: number; scatters: number; freeGames: number }
  /** Free games in a feature, retriggers included. */
  gamesPerFeature: number
  /** What a feature wins under each special symbol, in base bets, by symbol id. */
  featureBets: Readonly<Record<string, number>>
}

/** A special symbol with its share of the draws and its free games. */
interface Special {
  id: string
  share: number
  free: Spins
}

/** The figures leave out the cap and the limit on the number of free games. */
export function computePar(mode: string, reelSet: ReelSet): ScarabPar {
  const { kind, priceBets } = scarabCodex.modes.find(({ id }) => id === mode)!
  const priceUnits = Number(priceBets) * UNITS_PER_BET
  const spun = SPUN[reelSet]
  const base = kind === 'buy' ? onlyAwarding(spun.base) : spun.base
  const rounds = spun.specials.map(({ id, share, free }) => {
    const chain = describeFreeGame(free)
    const capCostUnits = boundCapCost(base, free, CAP_UNITS)
    return { id, share, chain, capCostUnits, ...describeRounds(base, chain) }
  })
  const mean = (of: (round: (typeof rounds)[number]) => number) =>
    rounds.reduce((sum, round) => sum + round.share * of(round), 0)
  const units = mean(round => round.units)
  const triggers = average(base, (_, awarded) => (awarded > 0 ? 1 : 0))
  const awarded = average(base, (_, games) => games)
  const freeUnits = mean(round => round.freeUnits)
  const scatters = spun.scatterUnits[kind === 'buy' ? 'triggered' : 'any']
  return {
    rtp: units / priceUnits,
    hitFrequency: average(base, win => (win > 0 ? 1 : 0)),
    deviationBets: Math.sqrt(mean(round => round.squares) - units ** 2) / UNITS_PER_BET,
    basis: 'exact',
    parts: {
      lines: (units - freeUnits - scatters) / priceUnits,
      scatters: scatters / priceUnits,
      freeGames: freeUnits / priceUnits,
    },
    featureEvery: 1 / triggers,
    capCostAtMost: mean(round => round.capCostUnits) / priceUnits,
    gamesPerFeature: (awarded / triggers) * mean(({ chain }) => chain.games),
    featureBets: Object.fromEntries(
      rounds.map(({ id, chain }) => [id, ((awarded / triggers) * chain.mean) / UNITS_PER_BET]),
    ),
  }
}

interface Spun {
  base: Spins
  specials: readonly Special[]
  /** Units for codices, per spin and per spin that triggers. */
  scatterUnits: { any: number; triggered: number }
}

/** The boards of a reel set are the same in both modes, so they are enumerated once. */
const SPUN = forEachReelSet(distribute)

function distribute(reelSet: ReelSet): Spun {
  const rules = { multiplier: 1, scatterPays: SCATTER_PAYS, awarded: FREE_GAMES_AWARDED }
  const { combinations, boards } = distributeSpins(reelsOf('base', reelSet), TABLE, CODEX)
  const base = listSpins({ combinations, boards }, rules)
  const any = boards.reduce((sum, counted, codices) => {
    const times = counted.reduce((all, more) => all + more, 0)
    return sum + (SCATTER_PAYS[codices]! * times) / combinations
  }, 0)
  const triggers = average(base, (_, awarded) => (awarded > 0 ? 1 : 0))
  return {
    base,
    specials: distributeSpecials(reelSet),
    scatterUnits: { any, triggered: any / triggers },
  }
}

function distributeSpecials(reelSet: ReelSet): readonly Special[] {
  const specials = SYMBOLS.flatMap((_, symbol) => (SPECIAL_WEIGHTS[symbol]! > 0 ? [symbol] : []))
  const tickets = SPECIAL_WEIGHTS.reduce((sum: number, weight) => sum + weight, 0)
  const spins = listExpandingSpins({
    reels: reelsOf('free', reelSet),
    table: TABLE,
    scatter: CODEX,
    scatterPays: SCATTER_PAYS,
    awarded: FREE_GAMES_AWARDED,
    specials,
  })
  return specials.map((symbol, index) => ({
    id: SYMBOLS[symbol]!.id,
    share: SPECIAL_WEIGHTS[symbol]! / tickets,
    free: spins[index]!,
  }))
}
