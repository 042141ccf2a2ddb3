// Runs setups one after another: by seeds, by given choices, or all that differ by a few faults. A
// setup that breaks a rule is reduced as long as it still breaks one.

import { createHash } from 'node:crypto'
import { type Choices, choicesOfList, choicesOfSeed } from './choices.ts'
import { type Ending, runSimulation, type Scenario } from './simulated-deps.ts'

export interface Broken {
  readonly seed: number | null
  readonly choices: readonly number[]
  readonly ending: Ending
}

export interface Simulated {
  setups: number
  rounds: number
  events: number
  states: Map<string, number>
  betsAfterCancel: number
  storeFaults: number
  driverConflicts: number
  /** Of every setup's trace, in order. */
  traceHash: string
  lastTrace: readonly string[]
  broken: Broken | null
}

function emptySum(): Simulated {
  return {
    setups: 0,
    rounds: 0,
    events: 0,
    states: new Map(),
    betsAfterCancel: 0,
    storeFaults: 0,
    driverConflicts: 0,
    traceHash: '',
    lastTrace: [],
    broken: null,
  }
}

function add(sum: Simulated, { rounds, events, states, counts, trace, traceHash }: Ending): void {
  sum.setups++
  sum.traceHash = hashOf(sum.traceHash + traceHash)
  sum.lastTrace = trace
  sum.rounds += rounds
  sum.events += events
  for (const [state, count] of states) sum.states.set(state, (sum.states.get(state) ?? 0) + count)
  sum.betsAfterCancel += counts.betsAfterCancel
  sum.storeFaults += counts.storeFaults
  sum.driverConflicts += counts.driverConflicts
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Setup after setup, seed after seed, until `isEnough` or a rule is broken. */
export async function simulateSeeds(
  scenarioOf: (seed: number) => Scenario,
  firstSeed: number,
  isEnough: (sum: Simulated) => boolean,
): Promise<Simulated> {
  const sum = emptySum()
  for (let seed = firstSeed; !isEnough(sum); seed++) {
    const choices = choicesOfSeed(seed)
    const ending = await runSimulation(scenarioOf(seed), choices)
    add(sum, ending)
    if (ending.broken !== null) {
      sum.broken = { seed, choices: choices.taken, ending }
      return sum
    }
  }
  return sum
}

/**
 * Every setup that differs from the one without faults by at most `faults` choices, each at any
 * moment: a run reports its choices and the other options of each.
 */
export async function simulateAll(scenario: Scenario, faults: number): Promise<Simulated> {
  const sum = emptySum()
  const waiting: { list: readonly number[]; used: number }[] = [{ list: [], used: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { list, used } = next
    const choices = choicesOfList(list)
    const ending = await runSimulation(scenario, choices)
    add(sum, ending)
    if (ending.broken !== null) {
      sum.broken = { seed: null, choices: choices.taken, ending }
      return sum
    }
    if (used === faults) continue
    for (let at = list.length; at < choices.taken.length; at++) {
      for (let other = 1; other < choices.offered[at]!; other++) {
        const before = choices.taken.slice(0, at)
        waiting.push({ list: [...before, other], used: used + 1 })
      }
    }
  }
  return sum
}

/**
 * The fewest faults that still break a rule, found by leaving out ever smaller parts of them.
 * Choices shift when one is left out, so this is a search, not a proof: its result is broken all
 * the same.
 */
export async function shrink(scenario: Scenario, broken: Broken): Promise<Broken> {
  let best = broken
  const endsMs = performance.now() + SHRINK_MS
  const attempt = async (list: readonly number[]): Promise<boolean> => {
    if (performance.now() > endsMs) return false
    const choices: Choices = choicesOfList(list)
    const ending = await runSimulation(scenario, choices)
    if (ending.broken === null) return false
    best = { ...best, choices: choices.taken, ending }
    return true
  }
  for (let part = 1 << 12; part >= 1; part >>= 1) {
    for (let again = true; again; ) {
      again = false
      const faults = placesOf(best.choices)
      for (let end = faults.length; end > 0; end -= part) {
        const left = new Set(faults.slice(Math.max(0, end - part), end))
        const list = best.choices.map((chosen, at) => (left.has(at) ? 0 : chosen))
        if (await attempt(list)) again = part > 1 || again
      }
    }
  }
  return best
}

/** A search that takes longer ends with its present result. */
const SHRINK_MS = 60_000

const placesOf = (choices: readonly number[]) =>
  choices.flatMap((chosen, at) => (chosen === 0 ? [] : [at]))
