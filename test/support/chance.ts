// Random numbers from one seed: independent streams of draws, and single draws by name. The same
// seed and names give the same draws in every run.

export interface Chance {
  /** From 0 up to 1, without 1. */
  next(): number
  /** A whole number from 0 up to `count`, without it. */
  below(count: number): number
  between(least: number, most: number): number
  is(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** mulberry32, seeded with the hash of the seed and the stream's name. */
export function createChance(seed: number, ...names: (string | number)[]): Chance {
  let state = hashOf(seed, ...names)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    is: share => next() < share,
    pick: items => items[below(items.length)]!,
  }
}

/** One draw from 0 up to 1 that depends on its names only. */
export function drawOnce(seed: number, ...names: (string | number)[]): number {
  return createChance(seed, ...names).next()
}

/** FNV-1a over the names, with a terminator after each so that "ab","c" and "a","bc" differ. */
function hashOf(...names: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const name of names) {
    const text = `${name}\0`
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}
