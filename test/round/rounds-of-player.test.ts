// The rounds in a player's memory: which reading counts, what is forgotten and what is not, and how
// many abandoned rounds are known.

import t from 'tap'
import type { GameDefinition } from '../../src/games/engine/contract.ts'
import type { DrivenRound } from '../../src/round/machine.ts'
import type { Round } from '../../src/round/round.ts'
import {
  ABANDONED_ROUNDS,
  abandonRound,
  findOpenRound,
  forgetEnded,
  forgetRound,
  holdOpened,
  holdRead,
  isAbandoned,
  type RoundsOfPlayer,
} from '../../src/round/rounds-of-player.ts'
import { after, input, opened, pays, planned } from '../support/round-samples.ts'

const OUTCOME = { events: [], winUnits: 50, awaiting: null }
let drawn = 0
const game = {
  id: 'some-game',
  play() {
    drawn++
    return OUTCOME
  },
} as unknown as GameDefinition
const games = { findGame: (id: string) => (id === 'some-game' ? game : undefined) }

const memory = (): RoundsOfPlayer => ({
  player: { projectId: 'p', playerId: 'ann' },
  known: null,
  rounds: new Map(),
  abandoned: [],
  lateSlot: null,
})

const named = (roundId: string, { intent, progress }: Round = planned(pays)): Round => ({
  intent: { ...intent, roundId },
  progress,
})
const at = (version: number, round = named('a')): Round => ({
  ...round,
  progress: { ...round.progress, version },
})

t.test('a reading replaces the held round only when it is newer', async t => {
  const state = memory()
  const first = holdRead(state, games, at(2))
  t.equal(holdRead(state, games, at(2)), first, 'the same version')
  t.equal(holdRead(state, games, at(1)), first, 'an older one')
  t.not(holdRead(state, games, at(3)), first)
  t.equal(state.rounds.get('a')?.driven.round.progress.version, 3)
})

t.test('a round goes on with the version of its game that drew it', async t => {
  const asked: unknown[][] = []
  const findGame = (...which: unknown[]) => {
    asked.push(which)
    return game
  }
  const round = named('a')
  holdRead(memory(), { findGame }, round)
  t.strictSame(asked, [[round.intent.gameId, round.intent.gameVersion]])
})

t.test('a round whose version is not here is held, and not drawn', async t => {
  const none = { findGame: () => undefined }
  t.match(holdRead(memory(), none, named('a')), { game: null, outcome: null })
  const rejected = named('r', after(opened(pays), input.betRefused).round)
  t.match(holdRead(memory(), none, rejected), { outcome: { events: [] } }, 'it shows no result')
})

t.test('the result of a round that was undone is not drawn', async t => {
  const cancelled = after(opened(pays), input.cancelledByPolicy).round
  const rejected = after(opened(pays), input.betRefused).round
  const state = memory()
  const before = drawn
  t.strictSame(holdRead(state, games, named('c', cancelled)).outcome?.events, [])
  t.strictSame(holdRead(state, games, named('r', rejected)).outcome?.winUnits, 0)
  t.equal(drawn, before)
  t.equal(holdRead(state, games, named('o')).outcome, OUTCOME)
})

t.test('an opening that was answered late owes a save, and one in time does not', async t => {
  const state = memory()
  const owes = (isLate: boolean) =>
    holdOpened(state, named('a'), game, OUTCOME, isLate).driven.driver.saveOwed
  t.equal(owes(true), true)
  t.equal(owes(false), false)
})

t.test('a round that is held again is no longer abandoned', async t => {
  const state = memory()
  abandonRound(state, 'a', 1)
  abandonRound(state, 'b', 1)
  t.ok(isAbandoned(state, at(1)))
  t.notOk(isAbandoned(state, at(2)), 'another driver has taken it up since')
  holdRead(state, games, at(1))
  t.notOk(isAbandoned(state, at(1)))
  t.ok(isAbandoned(state, at(1, named('b'))), 'others still are')
  forgetRound(state, 'b')
  t.notOk(isAbandoned(state, at(1, named('b'))))
})

t.test('an abandoned round is not held, and is known once, with its last version', async t => {
  const state = memory()
  holdRead(state, games, named('a'))
  abandonRound(state, 'a', 1)
  abandonRound(state, 'a', 2)
  t.equal(state.rounds.size, 0)
  t.strictSame(state.abandoned, [{ roundId: 'a', version: 2 }])
})

t.test('past the bound of abandoned rounds the oldest makes room', async t => {
  const state = memory()
  for (let n = 0; n <= ABANDONED_ROUNDS; n++) abandonRound(state, `${n}`, 1)
  t.equal(state.abandoned.length, ABANDONED_ROUNDS)
  t.notOk(isAbandoned(state, at(1, named('0'))))
  t.ok(isAbandoned(state, at(1, named(`${ABANDONED_ROUNDS}`))))
})

t.test('a reading forgets ended rounds, except those at work', async t => {
  const state = memory()
  for (const id of ['open', 'over', 'waits']) holdRead(state, games, named(id))
  const waits = state.rounds.get('waits')!
  const driver: DrivenRound['driver'] = { ...waits.driven.driver, work: 'retry-scheduled' }
  waits.driven = { ...waits.driven, driver }
  abandonRound(state, 'left', 1)
  forgetEnded(state, [named('open')])
  t.strictSame([...state.rounds.keys()], ['open', 'waits'])
  t.strictSame(state.abandoned, [], 'an abandoned round is read like any other')
})

t.test('the open round of a game belongs to that game only, and owes no refund', async t => {
  const state = memory()
  const cancelled = after(opened(pays), input.cancelledByPolicy).round
  holdRead(state, games, named('c', cancelled))
  t.equal(findOpenRound(state, 'some-game'), null)
  const open = holdRead(state, games, named('o'))
  t.equal(findOpenRound(state, 'some-game'), open)
  t.equal(findOpenRound(state, 'other-game'), null)
})
