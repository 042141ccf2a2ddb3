// One round as the platform plays it, on a spin engine made for the test: its arguments, its
// choices, and its refusals.

import t from 'tap'
import { REEL_SETS, type ReelSet } from '../../src/core/reel-set.ts'
import { GAMBLE_OPTIONS } from '../../src/games/engine/gamble.ts'
import {
  exactFigures,
  forEachReelSet,
  NO_FEATURE,
  newLastRound,
  simulatedFigures,
  UNANSWERED,
} from '../../src/games/engine/mathematics.ts'
import { playRound } from '../../src/games/engine/play.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { seedOf } from '../support/outcomes.ts'

const OPTIONS = ['few', 'many']
const WON = { type: 'potWon', pot: 'pot', winUnits: 5 }

/** A game that wins 5 units, and the arguments of each of its spins. */
function makeGame(asks: boolean, maxWinBets = 20) {
  const given: { reelSet: ReelSet; option: number; first: number }[] = []
  const figures = { base: forEachReelSet(set => exactFigures(rtpOf[set], 0.3, 2)) }
  const rtpOf = { natural: 0.95, low: 0.6, high: 1 }
  const spinEngines = {
    base: forEachReelSet(reelSet => ({
      last: { ...newLastRound(), asked: asks },
      spin(
        draws: Draws,
        recorder: { potWon(pot: string, units: number): void } | null,
        option: number,
      ) {
        given.push({ reelSet, option, first: draws.word() })
        recorder!.potWon('pot', 5)
        return 5
      },
    })),
  }
  const layout = { columns: 1, rows: 1 }
  const options = asks ? OPTIONS : []
  const game = { spinEngines, figures, layout, lines: [], options, unitsPerBet: 2, maxWinBets }
  return { game, given }
}

const ask = (choices: readonly string[] = [], levelBps: number | null = null) => ({
  mode: 'base',
  levelBps,
  seed: seedOf(1),
  choices,
})

/** The second word of the seed: the first one chooses the reel set. */
function secondWord(): number {
  const draws = new Draws(seedOf(1))
  draws.word()
  return draws.word()
}

t.test('a round without choices is played on the natural set, with no answer', async t => {
  const { game, given } = makeGame(false)
  const outcome = playRound(game, false, ask())
  t.strictSame(outcome, { events: [WON], winUnits: 5, awaiting: null })
  t.same(given, [{ reelSet: 'natural', option: UNANSWERED, first: secondWord() }])
})

t.test('the level chooses the reel set, unless the round is of one', async t => {
  const setOf = (levelBps: number | null, more: object) => {
    const { game, given } = makeGame(false)
    playRound(game, false, { ...ask([], levelBps), ...more })
    return given[0]!.reelSet
  }
  t.equal(setOf(6_000, {}), 'low')
  t.equal(setOf(10_000, {}), 'high')
  for (const reelSet of REEL_SETS) t.equal(setOf(6_000, { reelSet }), reelSet)
})

t.test('a mode that the game does not have is refused', async t => {
  for (const mode of ['', 'buy', 'toString', '__proto__']) {
    t.throws(() => playRound(makeGame(false).game, false, { ...ask(), mode }), RangeError, mode)
  }
})

t.test('a round with a choice waits for it and is played with it', async t => {
  const { game, given } = makeGame(true)
  const awaiting = { kind: 'choice', options: OPTIONS }
  t.strictSame(playRound(game, false, ask()), { events: [WON], winUnits: 5, awaiting })
  t.strictSame(playRound(game, true, ask()), { events: [WON], winUnits: 5, awaiting })
  t.match(playRound(game, false, ask(['many'])), { winUnits: 5, awaiting: null })
  t.same(
    given.map(({ option }) => option),
    [UNANSWERED, UNANSWERED, 1],
  )
})

t.test('an option that was not offered is refused by name', async t => {
  const refused = (asks: boolean, gambles: boolean, choices: string[], named: string) => {
    const { game } = makeGame(asks)
    const error = new RangeError(`"${named}" was not offered`)
    t.throws(() => playRound(game, gambles, ask(choices)), error, `${asks} ${gambles} ${choices}`)
  }
  refused(true, false, ['other'], 'other')
  refused(true, true, ['other'], 'other')
  refused(true, false, ['few', 'many'], 'many')
  refused(false, false, ['few'], 'few')
  refused(false, true, ['collect', 'red'], 'red')
  refused(true, true, ['few', 'collect', 'red'], 'red')
})

t.test('a win is gambled after the choice, until it is collected', async t => {
  const { game } = makeGame(true)
  const offered = { kind: 'gamble', options: GAMBLE_OPTIONS, stepsLeft: 5 }
  t.strictSame(playRound(game, true, ask(['few'])).awaiting, offered)
  t.strictSame(playRound(game, true, ask(['few', 'collect'])), {
    events: [WON, { type: 'collected', winUnits: 5 }],
    winUnits: 5,
    awaiting: null,
  })
  t.equal(playRound(game, false, ask(['few'])).awaiting, null, 'a game without a gamble')
})

t.test('a gambled win continues with one step less, and a lost one is over', async t => {
  const { game } = makeGame(false)
  const [red, black] = ['red', 'black'].map(guess => playRound(game, true, ask([guess])))
  const [won, lost] = red!.winUnits > 0 ? [red!, black!] : [black!, red!]
  t.match(won, { winUnits: 10, awaiting: { kind: 'gamble', stepsLeft: 4 } })
  t.match(won.events, [WON, { type: 'gambled', won: true, winUnits: 10 }])
  t.match(lost, { winUnits: 0, awaiting: null })
  t.match(lost.events, [WON, { type: 'gambled', won: false, winUnits: 0 }])
})

t.test('a win is offered up to a quarter of the cap, which counts base bets', async t => {
  t.match(playRound(makeGame(false, 10).game, true, ask()), { awaiting: { kind: 'gamble' } })
  t.equal(playRound(makeGame(false, 9).game, true, ask()).awaiting, null)
})

t.test('the parts of a reel set are built once, at their first use', async t => {
  const built: ReelSet[] = []
  const each = forEachReelSet(set => {
    built.push(set)
    return { set }
  })
  t.same(built, [])
  t.same(Object.keys(each), REEL_SETS)
  t.equal(each.high, each.high)
  t.same(each.low, { set: 'low' })
  t.same(built, ['high', 'low'])
  t.same({ ...each }, { natural: { set: 'natural' }, low: { set: 'low' }, high: { set: 'high' } })
  t.same(built, ['high', 'low', 'natural'])
})

t.test('figures have their basis, and a round starts without a feature', async t => {
  const common = { rtp: 0.95, hitFrequency: 0.3, deviationBets: 2 }
  t.strictSame(exactFigures(0.95, 0.3, 2), { ...common, basis: 'exact' })
  const basis = { rounds: 100, halfWidth95: 0.01 }
  const row = [100, 0.95, 0.01, 0.3, 2] as const
  const simulated = simulatedFigures({
    base: { natural: row, low: [100, 0.94, 0.01, 0.3, 2], high: [100, 0.96, 0.01, 0.3, 2] },
  })
  const natural = { ...common, basis }
  const levels = { low: { ...natural, rtp: 0.94 }, high: { ...natural, rtp: 0.96 } }
  t.strictSame(simulated, { base: { natural, ...levels } })
  t.strictSame(NO_FEATURE, { featured: false, featureUnits: 0, asked: false })
})

t.test('a win that reaches the cap is reported as its last event', async t => {
  const recorder = new EventRecorder({ layout: { columns: 1, rows: 1 }, lines: [] })
  recorder.winCapped(40)
  t.strictSame(recorder.events, [{ type: 'winCapped', winUnits: 40 }])
})
