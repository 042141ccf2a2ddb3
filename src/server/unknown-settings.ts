// Names in the environment that are close to a setting's name without being one: a misspelt setting
// would keep its default unnoticed.

/** Slips: letters left out, added, changed or swapped. */
const SLIPS = 2
/** Shorter names are close to many. */
const SHORTEST = 6

/** The nearest setting of each such name. */
export function findMisspelt(
  given: Iterable<string>,
  known: ReadonlySet<string>,
): { name: string; nearest: string }[] {
  const found: { name: string; nearest: string }[] = []
  for (const name of given) {
    if (known.has(name) || name.length < SHORTEST) continue
    const [closest] = [...known]
      .filter(each => each.length >= SHORTEST && Math.abs(each.length - name.length) <= SLIPS)
      .map(nearest => ({ nearest, slips: slipsBetween(name, nearest) }))
      .sort((one, other) => one.slips - other.slips)
    if (closest !== undefined && closest.slips <= SLIPS) {
      found.push({ name, nearest: closest.nearest })
    }
  }
  return found
}

/** The Damerau-Levenshtein distance, where two swapped neighbours count once. */
function slipsBetween(one: string, other: string): number {
  let twoBefore: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const least = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(isSwapped ? Math.min(least, twoBefore[j - 2]! + 1) : least)
    }
    twoBefore = before
    before = row
  }
  return before[other.length]!
}
