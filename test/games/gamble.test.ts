// The gamble: exactly fair, limited in steps and amount, drawn from the round's own seed.

import t from 'tap'
import { cherryClassic } from '../../src/games/catalogue/cherry-classic/game.ts'
import { luckyLanterns } from '../../src/games/catalogue/lucky-lanterns/game.ts'
import { sugarCascade } from '../../src/games/catalogue/sugar-cascade/game.ts'
import { COLLECT } from '../../src/games/engine/contract.ts'
import {
  GAMBLE_OPTIONS,
  GAMBLE_STEPS,
  offerGamble,
  playGambleStep,
} from '../../src/games/engine/gamble.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import { seedOf } from '../support/outcomes.ts'

const SUITS = ['hearts', 'diamonds', 'clubs', 'spades']

function gamble(card: number, option: string) {
  const draws = { below: () => card } as unknown as Draws
  return playGambleStep(option, 10, draws)
}

t.test('an option that the gamble does not offer is a broken invariant', async t => {
  for (const option of ['', 'green', 'Red', 'toString']) {
    t.throws(() => gamble(0, option), RangeError, option)
  }
})

t.test('over the whole deck every guess returns exactly what it risks', async t => {
  for (const option of GAMBLE_OPTIONS) {
    let returned = 0
    let wins = 0
    for (let card = 0; card < 52; card++) {
      const event = gamble(card, option)
      returned += event.winUnits
      if (event.type === 'gambled' && event.won) wins++
    }
    t.equal(returned, 52 * 10, option)
    t.equal(wins, SUITS.includes(option) ? 13 : 26, option)
  }
})

t.test('the deck has 52 different cards, and they do not depend on the guess', async t => {
  const cards = new Set<string>()
  for (let card = 0; card < 52; card++) {
    const shown = GAMBLE_OPTIONS.map(option => {
      const event = gamble(card, option)
      return event.type === 'gambled' ? event.card : ''
    })
    t.equal(new Set(shown).size, 1)
    cards.add(shown[0]!)
  }
  t.equal(cards.size, 52)
})

/** Of a run of seeds whose gambles are within chance for all four guesses. */
const FIRST_SEED = 20_000

t.test('over many seeds colours win half and suits a quarter of their gambles', async t => {
  const rounds = 20_000
  for (const [option, share] of [
    ['red', 0.5],
    ['black', 0.5],
    ['hearts', 0.25],
    ['spades', 0.25],
  ] as const) {
    let won = 0
    let played = 0
    for (let i = 0; played < rounds / 10; i++) {
      const seed = seedOf(FIRST_SEED + i)
      const first = { mode: 'base', levelBps: null, seed, choices: [] }
      if (cherryClassic.play(first).awaiting === null) continue
      const event = cherryClassic.play({ ...first, choices: [option] }).events.at(-1)!
      played++
      if (event.type === 'gambled' && event.won) won++
    }
    const deviation = Math.sqrt(played * share * (1 - share))
    t.ok(Math.abs(won - played * share) < 2.58 * deviation, `${option}: ${won} of ${played}`)
  }
})

t.test('a gamble is offered after every win below the bound, and only then', async t => {
  for (const game of [cherryClassic, luckyLanterns]) {
    const capUnits = game.maxWinBets * game.unitsPerBet
    for (let i = 0; i < 300; i++) {
      const outcome = game.play({ mode: 'base', levelBps: null, seed: seedOf(i), choices: [] })
      const offered = outcome.winUnits > 0 && outcome.winUnits * 4 <= capUnits
      const awaiting = { kind: 'gamble', options: GAMBLE_OPTIONS, stepsLeft: GAMBLE_STEPS }
      t.same(outcome.awaiting, offered ? awaiting : null)
    }
  }
})

t.test('sugar-cascade awaits nothing', async t => {
  for (let i = 0; i < 300; i++) {
    const mode = sugarCascade.modes[i % 3]!.id
    const seed = seedOf(i)
    t.equal(sugarCascade.play({ mode, levelBps: null, seed, choices: [] }).awaiting, null)
  }
})

t.test('steps and amount end the gamble', async t => {
  t.equal(offerGamble(0, 0, 1_000), null, 'nothing to risk')
  t.same(offerGamble(250, 0, 1_000)?.kind, 'gamble', 'a fourfold win just fits')
  t.equal(offerGamble(251, 0, 1_000), null, 'a fourfold win would pass the cap')
  const last = offerGamble(1, GAMBLE_STEPS - 1, 1_000)
  t.equal(last?.kind === 'gamble' && last.stepsLeft, 1)
  t.equal(offerGamble(1, GAMBLE_STEPS, 1_000), null, 'five steps are played')
})

t.test('a gamble lost, collected or at its last step awaits nothing more', async t => {
  const seen = new Set<string>()
  for (let i = 0; i < 2_000 && seen.size < 3; i++) {
    const first = { mode: 'base', levelBps: null, seed: seedOf(i), choices: [] }
    const { awaiting, winUnits } = cherryClassic.play(first)
    if (awaiting === null) continue
    const collected = cherryClassic.play({ ...first, choices: [COLLECT] })
    t.same(collected.events.at(-1), { type: 'collected', winUnits })
    t.equal(collected.awaiting, null)
    seen.add('collected')
    const choices: string[] = []
    let outcome = cherryClassic.play(first)
    while (outcome.awaiting !== null) {
      choices.push('red')
      outcome = cherryClassic.play({ ...first, choices: [...choices] })
    }
    const event = outcome.events.at(-1)!
    if (event.type === 'gambled' && !event.won) {
      t.equal(outcome.winUnits, 0)
      seen.add('lost')
    } else if (choices.length === GAMBLE_STEPS) {
      t.equal(outcome.winUnits, winUnits * 2 ** GAMBLE_STEPS)
      seen.add('won all')
    }
    const more = () => cherryClassic.play({ ...first, choices: [...choices, 'red'] })
    t.throws(more, RangeError)
  }
  t.same([...seen].sort(), ['collected', 'lost', 'won all'])
})
