// The exact figures of Vault Keeper: every combination of stops, and for each of them every course
// of the respins and every value of the cash. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import { type ExactPar, forEachReelSet } from '../../engine/mathematics.ts'
import {
  distributeFeature,
  distributeHeld,
  type WinChances,
} from '../../hold-and-win/hold-and-win-par.ts'
import { distributeSpins } from '../../lines/line-par.ts'
import { CAP_UNITS, CASH, CASH_TO_TRIGGER, reelsOf, rulesOf, TABLE, vaultKeeper } from './game.ts'

interface VaultPar extends ExactPar {
  parts: { lines: number; cash: number; grand: number }
  /** What the cap takes from the return, as a share of the price; the figures are after the cap. */
  capCost: number
}

/** Sums over the rounds of a mode: combinations of stops times what each of them wins. */
interface Sums {
  rounds: number
  units: number
  squares: number
  hits: number
  triggers: number
  lineUnits: number
  grandUnits: number
  cutUnits: number
}

const NO_FEATURE: WinChances = new Map([[0, 1]])

export function computePar(mode: string, reelSet: ReelSet): VaultPar {
  const { kind, priceBets } = vaultKeeper.modes.find(({ id }) => id === mode)!
  const { unitsPerBet } = vaultKeeper
  const sums = addUpRounds(reelSet, kind === 'buy')
  const priceUnits = sums.rounds * Number(priceBets) * unitsPerBet
  const mean = sums.units / sums.rounds
  const lines = sums.lineUnits / priceUnits
  const grand = sums.grandUnits / priceUnits
  const rtp = sums.units / priceUnits
  return {
    rtp,
    hitFrequency: sums.hits / sums.rounds,
    deviationBets: Math.sqrt(sums.squares / sums.rounds - mean ** 2) / unitsPerBet,
    basis: 'exact',
    parts: { lines, cash: rtp - lines - grand, grand },
    featureEvery: sums.rounds / sums.triggers,
    capCostAtMost: 0,
    capCost: sums.cutUnits / priceUnits,
  }
}

function addUpRounds(reelSet: ReelSet, onlyTriggers: boolean): Sums {
  const rules = rulesOf(reelSet)
  const features = distributeFeature(rules)
  const fullBoard = distributeHeld(rules).map(ends => ends[rules.cells]!)
  const sums: Sums = {
    rounds: 0,
    units: 0,
    squares: 0,
    hits: 0,
    triggers: 0,
    lineUnits: 0,
    grandUnits: 0,
    cutUnits: 0,
  }
  SPINS[reelSet].boards.forEach((counted, cash) => {
    const triggers = cash >= CASH_TO_TRIGGER
    if (onlyTriggers && !triggers) return
    counted.forEach((times, lineUnits) => {
      if (times === 0) return
      addRounds(sums, times, lineUnits, triggers ? features[cash]! : NO_FEATURE)
      if (triggers || lineUnits > 0) sums.hits += times
      if (!triggers) return
      sums.triggers += times
      sums.grandUnits += times * fullBoard[cash]! * rules.grand.winUnits
    })
  })
  return sums
}

function addRounds(sums: Sums, times: number, lineUnits: number, feature: WinChances): void {
  sums.rounds += times
  sums.lineUnits += times * lineUnits
  for (const [featureUnits, chance] of feature) {
    const uncapped = lineUnits + featureUnits
    const units = Math.min(uncapped, CAP_UNITS)
    const share = times * chance
    sums.units += share * units
    sums.squares += share * units ** 2
    sums.cutUnits += share * (uncapped - units)
  }
}

/** The boards of a reel set are the same in every mode, so they are enumerated once. */
const SPINS = forEachReelSet(reelSet => distributeSpins(reelsOf(reelSet), TABLE, CASH))
