// What holds for every game of the catalogue: rounds are repeatable, add up, stay within their
// bounds, and invalid requests are refused.

import fc from 'fast-check'
import t from 'tap'
import { REEL_SETS } from '../../src/core/reel-set.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { Outcome, PlayRequest } from '../../src/games/engine/contract.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { anyCharacter } from '../support/any-character.ts'
import { seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'
import { addUpEvents, checkBoards } from './round-checks.ts'

function request(mode: string, seed: Uint8Array, more: Partial<PlayRequest> = {}): PlayRequest {
  return { mode, levelBps: null, seed, choices: [], ...more }
}

/** Answers every choice and up to `guesses` gambles, always with the same pick of the options. */
function playOn(
  game: Game,
  first: PlayRequest,
  pick: number,
  guesses: number,
): { outcome: Outcome; choices: string[] } {
  let outcome = game.play(first)
  const choices: string[] = []
  let guessed = 0
  while (outcome.awaiting !== null) {
    const { kind, options } = outcome.awaiting
    if (kind === 'gamble' && guessed++ === guesses) break
    choices.push(options[pick % options.length]!)
    outcome = game.play({ ...first, choices: [...choices] })
  }
  return { outcome, choices }
}

const arbitraryRound = (game: Game) =>
  fc.record({
    mode: fc.constantFrom(...game.modes.map(({ id }) => id)),
    levelBps: fc.option(fc.integer({ min: 6_000, max: 10_000 })),
    seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    pick: fc.nat(5),
    guesses: fc.integer({ min: 0, max: 6 }),
  })

for (const game of GAMES) {
  t.test(`${game.id}: the same request gives the same outcome, in any order of rounds`, async t => {
    const requests = Array.from({ length: 40 }, (_, i) =>
      request(game.modes[i % game.modes.length]!.id, seedOf(i)),
    )
    const first = requests.map(one => game.play(one))
    const again = requests.toReversed().map(one => game.play(one))
    t.same(again.toReversed(), first)
  })

  t.test(`${game.id}: events add up to the win, boards paid what the paytable says`, async t => {
    fc.assert(
      fc.property(arbitraryRound(game), ({ mode, levelBps, seed, pick, guesses }) => {
        const { outcome } = playOn(game, { mode, levelBps, seed, choices: [] }, pick, guesses)
        checkBoards(game, outcome)
        const { winUnits, events } = outcome
        const landed = events[0]!
        if (landed.type !== 'reels' || landed.cause !== 'spin') return false
        const capUnits = game.maxWinBets * game.unitsPerBet
        return (
          addUpEvents(events) === winUnits &&
          Number.isSafeInteger(winUnits) &&
          winUnits >= 0 &&
          winUnits <= capUnits
        )
      }),
      { seed: 20_260_701, numRuns: sized(130, 400) },
    )
    t.pass()
  })

  t.test(`${game.id}: a longer list of answers begins with the events of the shorter`, async t => {
    const modes = game.modes.map(({ id }) => id)
    for (let i = 0; i < 120; i++) {
      const first = request(modes[i % modes.length]!, seedOf(i))
      const short = game.play(first)
      if (short.awaiting === null) continue
      for (const option of short.awaiting.options) {
        const long = game.play({ ...first, choices: [option] })
        t.same(long.events.slice(0, short.events.length), short.events)
        t.ok(long.events.length > short.events.length)
      }
    }
  })

  t.test(`${game.id}: unknown modes, levels and unoffered choices throw RangeError`, async t => {
    const seed = seedOf(1)
    for (const mode of ['', 'bonus', 'toString', '__proto__']) {
      t.throws(() => game.play(request(mode, seed)), RangeError, `mode "${mode}"`)
    }
    for (const levelBps of [5_999, 10_001, 9_000.5, Number.NaN, -1]) {
      t.throws(
        () => game.play(request('base', seed, { levelBps })),
        RangeError,
        `level ${levelBps}`,
      )
    }
    t.throws(() => game.play(request('base', new Uint8Array(16))), RangeError, 'a short seed')
    const modes = game.modes.map(({ id }) => id)
    for (let i = 0; i < 40; i++) {
      const mode = modes[i % modes.length]!
      const { awaiting } = game.play(request(mode, seedOf(i)))
      const offered = awaiting === null ? [] : [...awaiting.options, 'collect']
      const wrong = ['Red', 'purple', '', 'RED ', '1', 'toString', '\u0000', 'red', 'collect']
      for (const choice of wrong.filter(choice => !offered.includes(choice))) {
        const play = () => game.play(request(mode, seedOf(i), { choices: [choice] }))
        t.throws(play, RangeError, `"${choice}" after seed ${i}`)
      }
    }
  })

  t.test(`${game.id}: a text that is not offered is refused at every decision`, async t => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc
        .constantFrom(...game.options, 'red', 'hearts', 'collect', '__proto__')
        .map(one => `${one} `),
      fc.constantFrom('RED', '8X6', 'hearts\u0000', '\ufeffcollect', 'constructor', '0', '-1'),
    )
    fc.assert(
      fc.property(arbitraryRound(game), text, ({ mode, levelBps, seed, pick, guesses }, wrong) => {
        const first = { mode, levelBps, seed, choices: [] as string[] }
        const { choices } = playOn(game, first, pick, guesses)
        // After any number of good answers, the wrong one is the first that is not offered.
        for (let given = 0; given <= choices.length; given++) {
          const before = game.play({ ...first, choices: choices.slice(0, given) })
          const offered = [...(before.awaiting?.options ?? []), 'collect']
          if (offered.includes(wrong)) continue
          try {
            game.play({ ...first, choices: [...choices.slice(0, given), wrong] })
            return false
          } catch (error) {
            if (!(error instanceof RangeError)) return false
          }
        }
        return true
      }),
      { seed: 20_261_121, numRuns: sized(50, 150) },
    )
    t.pass()
  })

  t.test(`${game.id}: recording a round changes none of its draws`, async t => {
    for (const { id } of game.modes) {
      for (const reelSet of REEL_SETS) {
        const { spin } = game.spinEngines[id]![reelSet]
        for (let i = 0; i < sized(60, 200); i++) {
          const silent = new Draws(seedOf(i))
          const recorded = new Draws(seedOf(i))
          const option = i % Math.max(game.options.length, 1)
          const win = spin(silent, null, option)
          if (
            win !== spin(recorded, new EventRecorder(game), option) ||
            silent.word() !== recorded.word()
          ) {
            t.fail(`${id} ${reelSet} seed ${i}`)
          }
        }
      }
    }
    t.pass()
  })

  t.test(`${game.id}: a seed plays the same under every level that gives its reelSet`, async t => {
    const seeds = sized(150, 400)
    let lows = 0
    let differing = 0
    for (let i = 0; i < seeds; i++) {
      const seed = seedOf(i)
      const at = (levelBps: number) =>
        JSON.stringify(game.play(request(game.modes.at(-1)!.id, seed, { levelBps })))
      const [low, middle, high] = [at(6_000), at(8_000), at(10_000)]
      if (middle !== low && middle !== high) t.fail(`seed ${i}`)
      if (low === high) continue
      differing++
      if (middle === low) lows++
    }
    t.ok(differing > seeds / 2, `low and high differ for ${differing} seeds`)
    t.ok(lows > differing / 4, `${lows} of ${differing} like the low set`)
    t.ok(lows < (differing * 3) / 4, `${lows} of ${differing} like the low set`)
  })

  t.test(`${game.id}: published returns bracket the levels, natural is 94 to 97 %`, async t => {
    for (const { id } of game.modes) {
      const { natural, low, high } = game.figures[id]!
      t.ok(natural.rtp >= 0.94 && natural.rtp <= 0.97, `${id} natural`)
      t.ok(low.rtp <= 0.6, `${id} low`)
      t.ok(high.rtp >= 1, `${id} high`)
    }
  })
}
