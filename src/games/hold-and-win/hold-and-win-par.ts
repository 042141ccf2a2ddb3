// The exact distribution of what hold and win pays: how many cells end up held, and what they are
// worth together. Must never sample.

import type { HoldAndWinRules } from './hold-and-win.ts'

/**
 * `[held][final]`: the probability that a board which begins with `held` cells ends with `final`.
 * Respins that land nothing only count down, so from `held` either all of them land nothing, or one
 * of them is the first that lands; after that the full number of respins is available again. That
 * is a recursion from the full board down.
 */
export function distributeHeld({
  cells,
  respins,
  landingWeights,
  landingRange,
}: HoldAndWinRules): readonly Float64Array[] {
  const ends = Array.from({ length: cells + 1 }, () => new Float64Array(cells + 1))
  ends[cells]![cells] = 1
  for (let held = cells - 1; held >= 0; held--) {
    const landed = binomial(cells - held, landingWeights[held]! / landingRange)
    let reached = 0
    let stillIn = 1
    for (let respin = 0; respin < respins; respin++) {
      reached += stillIn
      stillIn *= landed[0]!
    }
    ends[held]![held] = stillIn
    for (let more = 1; more < landed.length; more++) {
      const share = reached * landed[more]!
      ends[held + more]!.forEach((chance, final) => {
        ends[held]![final]! += share * chance
      })
    }
  }
  return ends
}

/** By number of successes among `trials`. */
function binomial(trials: number, chance: number): Float64Array {
  let chances = Float64Array.of(1)
  for (let trial = 0; trial < trials; trial++) {
    const next = new Float64Array(chances.length + 1)
    chances.forEach((share, successes) => {
      next[successes]! += share * (1 - chance)
      next[successes + 1]! += share * chance
    })
    chances = next
  }
  return chances
}

/** The probability of each number of units that a feature pays. */
export type WinChances = ReadonlyMap<number, number>

/**
 * `[held]`: what the feature pays when it begins with this many cells held, including the pot for a
 * full board.
 */
export function distributeFeature(rules: HoldAndWinRules): readonly WinChances[] {
  const { cells, grand } = rules
  const worth = distributeCash(rules)
  return distributeHeld(rules).map(finals => {
    const chances = new Map<number, number>()
    finals.forEach((share, final) => {
      if (share === 0) return
      const pot = final === cells ? grand.winUnits : 0
      for (const [units, chance] of worth[final]!) add(chances, units + pot, share * chance)
    })
    return chances
  })
}

/** `[count]`: what this many cash symbols are worth together; each is drawn independently. */
function distributeCash({ cells, cash }: HoldAndWinRules): readonly WinChances[] {
  const total = cash.reduce((sum, { weight }) => sum + weight, 0)
  const worth: Map<number, number>[] = [new Map([[0, 1]])]
  for (let count = 1; count <= cells; count++) {
    const sums = new Map<number, number>()
    for (const [units, chance] of worth[count - 1]!) {
      for (const { winUnits, weight } of cash) {
        add(sums, units + winUnits, (chance * weight) / total)
      }
    }
    worth.push(sums)
  }
  return worth
}

function add(chances: Map<number, number>, units: number, chance: number): void {
  chances.set(units, (chances.get(units) ?? 0) + chance)
}
