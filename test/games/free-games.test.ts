// Free games and the win cap: they end correctly, and nothing is drawn past the cap.

import t from 'tap'
import type { GameEvent } from '../../src/games/engine/contract.ts'
import { capWin, type FreeGames, playFreeGames } from '../../src/games/engine/free-games.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { seedOf } from '../support/outcomes.ts'
import { addUpEvents } from './round-checks.ts'

const SCATTER = 1

/** Free games with the wins of the list, and retriggers where given. */
function scripted(wins: readonly number[], retriggers: Readonly<Record<number, number>> = {}) {
  let played = 0
  const games: FreeGames = {
    multiplier: 2,
    scatter: SCATTER,
    board: Uint8Array.of(SCATTER),
    maxGames: 12,
    spin(_, recorder) {
      const winUnits = wins[played % wins.length]!
      played++
      if (winUnits > 0 && recorder !== null) recorder.scatterWin(SCATTER, 1, games.board, winUnits)
      return winUnits
    },
    retriggered: () => retriggers[played] ?? 0,
  }
  return { games, played: () => played }
}

const typesOf = (events: readonly GameEvent[]) => events.map(({ type }) => type)

function play(games: FreeGames, awarded: number, winBefore: number, capUnits: number) {
  const recorder = new EventRecorder({ layout: { columns: 1, rows: 1 }, lines: [] })
  const draws = new Draws(seedOf(1))
  const winUnits = playFreeGames(games, awarded, winBefore, capUnits, draws, recorder)
  return { winUnits, events: recorder.events }
}

t.test('free games without a recorder win the same', async t => {
  const draws = new Draws(seedOf(1))
  for (const capUnits of [1_000, 120, 30]) {
    const unseen = scripted([10, 0, 30], { 2: 5 })
    const winUnits = playFreeGames(unseen.games, 3, 5, capUnits, draws, null)
    const seen = scripted([10, 0, 30], { 2: 5 })
    t.equal(winUnits, play(seen.games, 3, 5, capUnits).winUnits, `cap ${capUnits}`)
    t.equal(unseen.played(), seen.played())
  }
})

t.test('free games add to the win before them and report their own', async t => {
  const { games, played } = scripted([10, 0])
  const { winUnits, events } = play(games, 3, 5, 1_000)
  t.equal(winUnits, 25)
  t.equal(played(), 3)
  t.same(events.at(-1), { type: 'freeGamesEnded', count: 3, winUnits: 20 })
  t.equal(events.filter(({ type }) => type === 'freeGameStarted').length, 3)
})

t.test('a retrigger adds games, up to the limit of a round', async t => {
  const { games, played } = scripted([0], { 2: 5, 4: 5, 6: 5 })
  const { events } = play(games, 3, 0, 1_000)
  const awards = events.flatMap(event => (event.type === 'freeGamesAwarded' ? [event.count] : []))
  t.same(awards, [5, 4], 'twelve games at most, and no empty award')
  t.match(
    events.find(({ type }) => type === 'freeGamesAwarded'),
    { retrigger: true, multiplier: 2, cells: [[0, 0]] },
  )
  t.equal(played(), 12)
  t.same(events.at(-1), { type: 'freeGamesEnded', count: 12, winUnits: 0 })
})

t.test('the cap ends the round: no game, no retrigger, no end of free games after it', async t => {
  const { games, played } = scripted([40], { 3: 5 })
  const { winUnits, events } = play(games, 10, 0, 100)
  t.equal(winUnits, 100)
  t.equal(played(), 3)
  t.same(events.at(-1), { type: 'winCapped', winUnits: 100 })
  t.notOk(typesOf(events).includes('freeGamesEnded'))
  t.equal(addUpEvents(events), 100)
})

t.test("the rest of a game's win comes after its retrigger, and is capped too", async t => {
  const finishing = (capUnits: number) => {
    const { games } = scripted([10], { 1: 1 })
    const finish: FreeGames['finish'] = recorder => {
      if (recorder !== null) recorder.scatterWin(SCATTER, 1, games.board, 30)
      return 30
    }
    return play({ ...games, finish }, 1, 0, capUnits)
  }
  const { winUnits, events } = finishing(1_000)
  t.equal(winUnits, 80)
  t.same(typesOf(events).slice(0, 4), [
    'freeGameStarted',
    'scatterWin',
    'freeGamesAwarded',
    'scatterWin',
  ])
  t.same(events.at(-1), { type: 'freeGamesEnded', count: 2, winUnits: 80 })
  const capped = finishing(40)
  t.equal(capped.winUnits, 40)
  t.same(typesOf(capped.events).slice(-2), ['scatterWin', 'winCapped'])
})

t.test('a win that reaches the cap exactly is capped, one below is not', async t => {
  t.equal(capWin(99, 100, null), 99)
  t.equal(capWin(100, 100, null), 100)
  t.equal(capWin(101, 100, null), 100)
  t.equal(play(scripted([50]).games, 2, 0, 100).events.at(-1)?.type, 'winCapped')
  t.equal(play(scripted([50]).games, 2, 0, 101).events.at(-1)?.type, 'freeGamesEnded')
})

t.test("the rest of a game's win ends the round when it reaches the cap exactly", async t => {
  const { games, played } = scripted([10])
  const { winUnits, events } = play({ ...games, finish: () => 30 }, 3, 0, 40)
  t.equal(winUnits, 40)
  t.equal(played(), 1)
  t.same(events.at(-1), { type: 'winCapped', winUnits: 40 })
})
