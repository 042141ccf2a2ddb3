// Owns the running of many rounds for their figures, through the spinners that play uses. Must
// never be asked for an outcome: rounds of a simulation share one stream of numbers.

import type { GameDefinition, Seed } from './contract.ts'
import type { Figures, Spinner } from './mathematics.ts'
import { Draws } from './rng.ts'

/** What many rounds of one mode and weighting won. Simulations of different seeds add up. */
export interface Simulation {
  rounds: number
  winUnits: number
  /** Sum of the squared wins; a float, for the deviation only. */
  squaredUnits: number
  hits: number
  largestUnits: number
}

/** About 10 million rounds a second and core for line games, 5 million for cascades. */
export function simulate(spin: Spinner, seed: Seed, rounds: number): Simulation {
  const draws = new Draws(seed)
  let winUnits = 0
  let squaredUnits = 0
  let hits = 0
  let largestUnits = 0
  for (let round = 0; round < rounds; round++) {
    const win = spin(draws, null)
    if (win === 0) continue
    winUnits += win
    squaredUnits += win * win
    hits++
    if (win > largestUnits) largestUnits = win
  }
  return { rounds, winUnits, squaredUnits, hits, largestUnits }
}

/** The figures of a simulation, with the half-width of the return's 95 % confidence interval. */
export function describeSimulation(
  { rounds, winUnits, squaredUnits, hits }: Simulation,
  { unitsPerBet }: Pick<GameDefinition, 'unitsPerBet'>,
  priceBets: string,
): Figures {
  const meanBets = winUnits / rounds / unitsPerBet
  const deviationBets = Math.sqrt(squaredUnits / rounds / unitsPerBet ** 2 - meanBets ** 2)
  const price = Number(priceBets)
  return {
    rtp: meanBets / price,
    hitFrequency: hits / rounds,
    deviationBets,
    basis: { rounds, halfWidth95: (1.96 * deviationBets) / Math.sqrt(rounds) / price },
  }
}
