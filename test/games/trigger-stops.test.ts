// Stops of a bought feature: exactly those that trigger, every combination equally likely.

import t from 'tap'
import { readReels } from '../../src/games/engine/reels.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import { buildTriggerStops, drawTriggerStops } from '../../src/games/engine/trigger-stops.ts'
import { everyStops, forEveryDraw } from './every-draw.ts'

/** Two rows; `*` is the trigger. */
const STRIPS = ['**abc', 'a*bc*d', 'ab*']
const REELS = readReels(STRIPS, 'abcd*', 2)
const SCATTER = 4

function shown(stops: readonly number[]): number {
  return stops.reduce((sum, stop, column) => {
    const strip = STRIPS[column]!
    return sum + [0, 1].filter(row => strip[(stop + row) % strip.length] === '*').length
  }, 0)
}

const scattersAt = Uint8Array.from(
  REELS.symbols,
  (symbol, at) => [symbol, REELS.symbols[at + 1]].filter(found => found === SCATTER).length,
)

t.test('every combination with enough scatters is drawn equally often, no other is', async t => {
  for (const wanted of [0, 1, 2, 3, 4]) {
    const trigger = buildTriggerStops({ reels: REELS, scattersAt }, wanted)
    const expected = everyStops(STRIPS).filter(stops => shown(stops) >= wanted)
    const spare = Math.clz32(expected.length - 1)
    const chances = new Map<string, number>()
    const stops = new Int32Array(STRIPS.length)
    for (let ticket = 0; ticket < expected.length; ticket++) {
      forEveryDraw(
        draws => {
          let words = 0
          const word = () => {
            if (words++ > 0) throw new Error('a ticket that counts is drawn again')
            return (ticket << spare) >>> 0
          }
          drawTriggerStops(trigger, { below: draws.below, word } as Draws, stops)
        },
        chance => chances.set(String(stops), (chances.get(String(stops)) ?? 0) + chance),
      )
    }
    t.same([...chances.keys()].sort(), expected.map(String).sort(), `${wanted} or more`)
    for (const chance of chances.values()) if (Math.abs(chance - 1) > 1e-12) t.fail(`${chance}`)
  }
})

t.test('a word past the last combination is drawn again', async t => {
  const trigger = buildTriggerStops({ reels: REELS, scattersAt }, 1)
  const words = [0xffff_ffff, 0]
  const stops = new Int32Array(STRIPS.length)
  drawTriggerStops(trigger, { below: () => 0, word: () => words.shift()! } as never, stops)
  t.equal(words.length, 0)
  t.ok(shown([...stops]) >= 1)
})

t.test('the first word past the last combination is drawn again', async t => {
  const strips = readReels(['*ab'], 'ab*', 1)
  const trigger = buildTriggerStops({ reels: strips, scattersAt: Uint8Array.of(1, 0, 0, 1) }, 0)
  const words = [0b11, 0b10, 0].map(ticket => (ticket << 30) >>> 0)
  const drawn = new Int32Array(1)
  drawTriggerStops(trigger, { below: () => 0, word: () => words.shift()! } as never, drawn)
  t.equal(words.length, 1, 'three combinations: 3 is none, 2 is one')
})

t.test('more combinations than a word can number are refused', async t => {
  const build = (length: number) => {
    const reels = readReels(
      Array.from({ length: 4 }, () => 'a'.repeat(length)),
      'a*',
      1,
    )
    return buildTriggerStops({ reels, scattersAt: new Uint8Array(reels.symbols.length) }, 0)
  }
  t.equal(build(256).upTo.at(-1), 2 ** 32)
  t.throws(() => build(257), RangeError)
})

t.test('more scatters than the strips can show are refused', async t => {
  t.throws(() => buildTriggerStops({ reels: REELS, scattersAt }, 7), RangeError)
})
