// How much is under way at once, by key, in this memory. Keeps no key whose count is zero; callers
// apply the bounds.

export interface Counts {
  of(key: string): number
  up(key: string): void
  down(key: string): void
}

export function createCounts(): Counts {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    up(key) {
      counts.set(key, of(key) + 1)
    },
    down(key) {
      const left = of(key) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
