// Enumerates all possible draws of a piece of mathematics, or the stops of all its reels. Must
// never draw at random.

import type { Draws } from '../../src/games/engine/rng.ts'

/**
 * Plays once for every sequence of `below` draws and reports each with its probability: the draws
 * are an odometer, whose last draw that can still go up goes up.
 */
export function forEveryDraw(
  play: (draws: Draws) => void,
  onChance: (chance: number) => void,
): void {
  let plan: { value: number; range: number }[] = []
  for (;;) {
    let made = 0
    const below = (range: number) => {
      if (made === plan.length) plan.push({ value: 0, range })
      return plan[made++]!.value
    }
    play({ below } as unknown as Draws)
    onChance(plan.reduce((chance, { range }) => chance / range, 1))
    const last = plan.findLastIndex(({ value, range }) => value + 1 < range)
    if (last < 0) return
    plan = plan.slice(0, last + 1)
    plan[last]!.value++
  }
}

/** Every combination of one number below each of the ranges, once. */
export function* everyCombination(ranges: readonly number[]): Generator<number[]> {
  const combinations = ranges.reduce((product, range) => product * range, 1)
  for (let number = 0; number < combinations; number++) {
    let rest = number
    yield ranges.map(range => {
      const digit = rest % range
      rest = Math.floor(rest / range)
      return digit
    })
  }
}

/** Every combination of stops of the strips, once. */
export function everyStops(strips: readonly string[]): number[][] {
  return [...everyCombination(strips.map(({ length }) => length))]
}
