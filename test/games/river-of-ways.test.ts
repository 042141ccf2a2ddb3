// The player's choice in River of Ways: every option has the published return, shows the same
// boards, and is offered exactly when three bridges land.

import t from 'tap'
import { riverOfWays, SCATTER } from '../../src/games/catalogue/river-of-ways/game.ts'
import { computePar } from '../../src/games/catalogue/river-of-ways/par.ts'
import type { GameEvent, Outcome } from '../../src/games/engine/contract.ts'
import { type SpinEngine, UNANSWERED } from '../../src/games/engine/mathematics.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { simulate } from '../../src/games/rtp/simulate.ts'
import { seedOf } from '../support/outcomes.ts'

const { options, modes, spinEngines, unitsPerBet } = riverOfWays

function play(seed: number, mode: string, choices: readonly string[] = []): Outcome {
  return riverOfWays.play({ mode, levelBps: null, seed: seedOf(seed), choices })
}

/** Bridges on the first board of the round. */
function bridges({ events }: Outcome): number {
  const landed = events[0]!
  if (landed.type !== 'reels') throw new Error('a round begins with its reels')
  return landed.grid.flat().filter(symbol => symbol === SCATTER).length
}

t.test('a simulation gives the rounds with a choice each option in turn', async t => {
  const given = options.map(() => 0)
  const { spin, last } = spinEngines.buy!.natural
  const watched: SpinEngine = {
    last,
    spin(draws, recorder, option) {
      given[option]!++
      return spin(draws, recorder, option)
    },
  }
  const game = { ...riverOfWays, spinEngines: { buy: { ...spinEngines.buy!, natural: watched } } }
  simulate({ game, mode: 'buy', set: 'natural' }, seedOf(1), 300)
  t.same(given, [100, 100, 100])
})

t.test('each option returns in play what is published for all', async t => {
  const { priceBets } = modes.find(({ id }) => id === 'buy')!
  const priceUnits = Number(priceBets) * unitsPerBet
  const rounds = 8_000
  const par = computePar('buy', 'natural')
  const draws = new Draws(seedOf(77))
  const { spin } = spinEngines.buy!.natural
  options.forEach((option, index) => {
    let units = 0
    for (let round = 0; round < rounds; round++) units += spin(draws, null, index)
    const { rtp, deviationBets } = par.options[index]!
    const error = (deviationBets * unitsPerBet) / Math.sqrt(rounds) / priceUnits
    const off = (units / rounds / priceUnits - rtp) / error
    t.ok(Math.abs(off) < 2.576, `${option}: ${off.toFixed(2)} standard errors`)
  })
})

t.test('three bridges or more offer the choice, and nothing else does', async t => {
  let asked = 0
  for (let seed = 0; seed < 3_000; seed++) {
    const outcome = play(seed, 'base')
    const three = bridges(outcome) >= 3
    if ((outcome.awaiting !== null) !== three) t.fail(`seed ${seed}`)
    if (!three) continue
    asked++
    t.equal(outcome.events.at(-1)!.type, 'scatterWin')
    t.same(outcome.awaiting, { kind: 'choice', options })
  }
  t.ok(asked > 8, `${asked} rounds asked`)
})

t.test('a bought round shows three bridges or more, and offers the choice', async t => {
  const counts = new Set<number>()
  for (let seed = 0; seed < 300; seed++) {
    const outcome = play(seed, 'buy')
    counts.add(bridges(outcome))
    t.same(outcome.awaiting, { kind: 'choice', options })
  }
  t.same([...counts].sort().slice(0, 2), [3, 4])
})

/** The boards of the free games, and the number of games added after each of them. */
function freeGames(events: readonly GameEvent[]): string[] {
  return events.flatMap(event => {
    if (event.type === 'reels' && event.cause === 'freeGame') return [JSON.stringify(event.grid)]
    if (event.type === 'freeGamesAwarded' && event.retrigger) return [`${event.count} more`]
    return []
  })
}

t.test('the options show the same boards and add the same games, as far as each goes', async t => {
  let retriggers = 0
  for (let seed = 0; seed < 120; seed++) {
    const [few, some, many] = options.map(option => freeGames(play(seed, 'buy', [option]).events))
    t.same(some!.slice(0, few!.length), few)
    t.same(many!.slice(0, some!.length), some)
    retriggers += many!.filter(reported => reported === '2 more').length
  }
  t.ok(retriggers > 10, `${retriggers} retriggers`)
})

t.test('an answer is reported first, then its events', async t => {
  const games = [8, 16, 24]
  const multipliers = [6, 3, 2]
  for (const [index, option] of options.entries()) {
    const { events } = play(1, 'buy', [option])
    const at = events.findIndex(({ type }) => type === 'chosen')
    t.equal(events[at - 1]!.type, 'scatterWin')
    t.same(events[at], { type: 'chosen', option })
    const awarded = events[at + 1]!
    if (awarded.type !== 'freeGamesAwarded') throw new Error(awarded.type)
    const { count, multiplier, retrigger } = awarded
    t.same([count, multiplier, retrigger], [games[index], multipliers[index], false])
  }
})

t.test('a round with a choice is marked, with the win of its free games', async t => {
  const { spin, last } = spinEngines.buy!.natural
  for (let seed = 0; seed < 20; seed++) {
    const before = spin(new Draws(seedOf(seed)), null, UNANSWERED)
    t.same({ ...last }, { featured: true, featureUnits: 0, asked: true })
    options.forEach((_, option) => {
      const win = spin(new Draws(seedOf(seed)), null, option)
      t.same({ ...last }, { featured: true, featureUnits: win - before, asked: true })
    })
  }
})
