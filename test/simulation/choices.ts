// All randomness of a simulated setup comes from one source: choices. They come from a seed, or
// from a list that repeats an earlier run. No other source is read, so that the same choices are
// the same setup.

/** Possible events with their frequency; the first is the one without a fault. */
export interface Table<Thing> {
  readonly things: readonly Thing[]
  readonly weights: readonly number[]
  readonly total: number
}

export function tableOf<Thing>(entries: readonly (readonly [Thing, number])[]): Table<Thing> {
  const weights = entries.map(([, weight]) => weight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { things: entries.map(([thing]) => thing), weights, total }
}

export interface Choices {
  pick<Thing>(table: Table<Thing>): Thing
  /** The picks so far, by index in their table, and the number of options. */
  readonly taken: readonly number[]
  readonly offered: readonly number[]
}

function recording(
  choose: (weights: readonly number[], total: number, at: number) => number,
): Choices {
  const taken: number[] = []
  const offered: number[] = []
  return {
    taken,
    offered,
    pick({ things, weights, total }) {
      const chosen = choose(weights, total, taken.length)
      taken.push(chosen)
      offered.push(things.length)
      return things[chosen]!
    },
  }
}

/** The same seed picks the same things. */
export function choicesOfSeed(seed: number): Choices {
  const next = randomOf(seed)
  return recording((weights, total) => {
    let rest = next() * total
    for (let place = 0; place < weights.length - 1; place++) {
      rest -= weights[place]!
      if (rest < 0) return place
    }
    return weights.length - 1
  })
}

/** The given picks; past their end there are no more faults. */
export function choicesOfList(list: readonly number[]): Choices {
  return recording((weights, _total, at) => Math.min(list[at] ?? 0, weights.length - 1))
}

/** Numbers in [0, 1): sfc32, good enough for choices and fast. */
function randomOf(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, (seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1]
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 15; i++) next()
  return next
}

/** As text for a command line: the picks that are not 0, "17:2,40:1". */
export function printChoices(taken: readonly number[]): string {
  return taken.flatMap((chosen, at) => (chosen === 0 ? [] : [`${at}:${chosen}`])).join(',')
}

/** Null for a text that printChoices never wrote. */
export function parseChoices(text: string): number[] | null {
  const list: number[] = []
  for (const word of text === '' ? [] : text.split(',')) {
    const match = /^([0-9]{1,6}):([0-9]{1,3})$/.exec(word)
    if (match === null) return null
    list[Number(match[1])] = Number(match[2])
  }
  return Array.from(list, chosen => chosen ?? 0)
}
