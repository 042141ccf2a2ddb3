// The judge of a fleet: waits are counted for their event and player, every value past its bound is
// reported, and its own draws, files and wallet are right. The runs themselves are `npm run fleet`.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { SHARDS } from '../../../src/core/shard.ts'
import { PROJECT_ROOT } from '../../../src/environment.ts'
import { findGame } from '../../../src/games/catalogue/games.ts'
import { HOME, listDatabases, mapShards } from '../../../src/ledger/database/shard-map.ts'
import { drawOutcome } from '../../../src/round/outcome.ts'
import { Reader } from '../../../src/server/settings/setting-reader.ts'
import {
  readDatabaseServers,
  readDatabaseShards,
} from '../../../src/server/settings/store-addresses.ts'
import { createChance } from '../../support/chance.ts'
import type { Answer } from '../line.ts'
import { LOST_CONNECTION } from '../play-watch.ts'
import {
  CALM,
  CALM_ERRORS_MAX,
  CALM_SPIN_MS,
  ERRORS_MAX,
  EVERY_MAX_MS,
  FIRST_MAX_MS,
  findProblems,
  MOVE_REFUSED_MAX_MS,
  PAUSE_MAX_MS,
  SAVES_A_ROUND,
  SPIN_MAX_MS,
} from './bounds.ts'
import {
  eventsOf,
  FLEET_EVENT_NAMES,
  FLEET_EVENTS,
  type FleetEvent,
  findRefusal,
  readEvents,
} from './events.ts'
import { findTopologyProblem, layPlaces, placeSettings, urlOf } from './fleet-places.ts'
import { drawAgain } from './own-draw.ts'
import { readCsv } from './own-reports.ts'
import { createTimeline } from './timeline.ts'

const PENDING = { type: 'round', round: { status: 'pending' } } as Answer
const POOR = { type: 'error', code: 'INSUFFICIENT_FUNDS' } as Answer
const FAILED = { type: 'error', code: 'REQUEST_FAILED' } as Answer

const NO_ORPHANS = { platform: 0, person: 0, betsSent: 0 }

function openTimeline(players: number) {
  let nowMs = 0
  const timeline = createTimeline(players, () => nowMs)
  const { watch } = timeline
  return {
    timeline,
    at: (ms: number) => {
      nowMs = ms
      return {
        send: (player: number, id: string) => watch.beginSpin(player, id),
        show: (player: number, id: string) => watch.shown(player, id),
        fail: (player: number, code: string) => watch.repeated(player, code),
        begin: (name: string, stoppedMs?: number) => timeline.begin(name, stoppedMs),
        stop: () => timeline.stop(),
        finish: () => timeline.finish(),
      }
    },
  }
}

t.test('an event is over for players when each of them has played again', async t => {
  const { timeline, at } = openTimeline(2)
  at(1_000).send(0, 'early')
  at(1_500).begin('one')
  at(2_000).show(0, 'early')
  t.match(timeline.events[0], {
    firstMs: null,
    everyMs: null,
    longest: { value: 1_000, player: 0 },
  })
  at(2_000).send(0, 'a')
  at(2_500).show(0, 'a')
  at(2_500).send(1, 'b')
  t.notOk(timeline.areAllBack())
  at(9_500).show(1, 'b')
  t.ok(timeline.areAllBack())
  t.match(timeline.events[0], {
    firstMs: 1_000,
    everyMs: 8_000,
    longest: { value: 7_000, player: 1 },
    pause: { value: 8_000, player: 1 },
  })
})

t.test('a spin waits from its first sending until its result is seen', async t => {
  const { timeline, at } = openTimeline(1)
  at(0).begin('one')
  const first = at(1_000).send(0, 'a')
  at(3_000).send(0, 'a')(PENDING)
  first(PENDING)
  t.equal(timeline.spins(), 0, 'no result yet')
  at(61_000).show(0, 'a')
  at(62_000).show(0, 'a')
  t.equal(timeline.spins(), 1)
  t.equal(timeline.events[0]!.longest.value, 60_000)
  at(70_000).send(0, 'poor')(POOR)
  t.equal(timeline.spins(), 2, 'the wallet was asked')
})

t.test('an event is not charged with the time for which a later one stops players', async t => {
  const { timeline, at } = openTimeline(1)
  at(0).begin('calm')
  at(1_000).send(0, 'a')
  at(3_000).begin('outage', 20_000)
  at(13_000).show(0, 'a')
  const [calm, outage] = timeline.events
  t.equal(calm!.longest.value, 2_000)
  t.equal(outage!.longest.value, 12_000)
  at(14_000).send(0, 'b')
  at(44_000).show(0, 'b')
  t.equal(calm!.longest.value, 2_000, 'it was over before')
})

t.test('the calm median is of spins sent since the calm began', async t => {
  const { timeline, at } = openTimeline(2)
  at(0).send(0, 'warm')
  at(10_000).show(0, 'warm')
  t.notOk(timeline.haveAllPlayed())
  at(10_000).send(1, 'warm')
  at(11_000).show(1, 'warm')
  t.ok(timeline.haveAllPlayed())
  at(12_000).begin('calm')
  at(13_000).send(0, 'a')
  at(13_500).show(0, 'a')
  at(14_000).begin('one')
  at(14_000).send(0, 'b')
  at(15_000).show(0, 'b')
  t.strictSame(timeline.calmWaits(), [500])
})

t.test('players who wait at the end have waited until then', async t => {
  const { timeline, at } = openTimeline(2)
  at(0).begin('one')
  at(1_000).send(0, 'a')
  at(1_500).show(0, 'a')
  at(2_000).send(1, 'b')
  at(30_000).stop()
  at(90_000).finish()
  t.match(timeline.events[0], {
    everyMs: null,
    missing: [1],
    pause: { value: 30_000, player: 1 },
    longest: { value: 88_000, player: 1 },
  })
})

t.test('failed tries are counted for each player, those that are repeated too', async t => {
  const { timeline, at } = openTimeline(2)
  at(0).begin('one')
  at(1).fail(0, 'REQUEST_FAILED')
  at(2).fail(1, LOST_CONNECTION)
  at(3).fail(1, 'BUSY')
  at(4).send(1, 'a')(FAILED)
  at(5).send(1, 'b')({ type: 'error', code: 'INVALID_BET' } as Answer)
  at(6).begin('two')
  at(7).fail(0, 'BUSY')
  const [one, two] = timeline.events
  t.match(one!.errors, { value: 3, player: 1 })
  t.strictSame(one!.codes, { REQUEST_FAILED: 2, [LOST_CONNECTION]: 1, BUSY: 1 })
  t.match(two!.errors, { value: 1, player: 0 })
})

t.test('a player is refused from its first BUSY to its last before a result', async t => {
  const { timeline, at } = openTimeline(2)
  at(0).begin('one')
  at(1_000).send(0, 'a')
  at(1_000).fail(0, 'BUSY')
  at(1_200).fail(0, LOST_CONNECTION)
  at(1_300).fail(0, 'BUSY')
  at(9_000).show(0, 'a')
  at(20_000).fail(0, 'BUSY')
  at(20_100).fail(1, 'BUSY')
  at(30_000).begin('two')
  at(31_000).fail(1, 'BUSY')
  const [one, two] = timeline.events
  t.match(one!.refused, { value: 300, player: 0 })
  t.match(two!.refused, { value: 0 }, 'only what belongs to this event')
})

t.test('a value past its bound is reported', async t => {
  const event = {
    name: 'lanes',
    startedMs: 0,
    stoppedMs: 0,
    endedMs: 1,
    failure: null,
    note: null,
    firstMs: FIRST_MAX_MS,
    everyMs: EVERY_MAX_MS,
    missing: [],
    longest: { value: SPIN_MAX_MS, player: 1 },
    pause: { value: PAUSE_MAX_MS, player: 1 },
    refused: { value: MOVE_REFUSED_MAX_MS + 1, player: 1 },
    errors: { value: ERRORS_MAX, player: 1 },
    codes: {},
  }
  const calm = { ...event, name: CALM, errors: { value: CALM_ERRORS_MAX, player: 1 } }
  const reported = {
    run: { violations: 0, lostRounds: 0 },
    events: [calm, event],
    calmSpinMs: CALM_SPIN_MS,
    differences: [],
    saves: { orphans: NO_ORPHANS, aRound: 2, withoutDecisions: SAVES_A_ROUND },
  }
  const stopped = { stoppedMs: 100, firstMs: FIRST_MAX_MS + 100, everyMs: EVERY_MAX_MS + 100 }
  const problemsOf = (changed: object) => findProblems({ ...reported, ...changed }, ['lanes'])
  const withEvent = (changed: object) => ({ events: [calm, { ...event, ...changed }] })
  t.strictSame(problemsOf({}), [])
  t.strictSame(problemsOf(withEvent(stopped)), [], 'the time for which the event stops players')
  for (const changed of [
    { events: [calm] },
    withEvent({ failure: 'no' }),
    withEvent({ firstMs: null, everyMs: null }),
    withEvent({ firstMs: FIRST_MAX_MS + 1 }),
    withEvent({ everyMs: null, missing: [3] }),
    withEvent({ everyMs: EVERY_MAX_MS + 1 }),
    withEvent({ longest: { value: SPIN_MAX_MS + 1, player: 3 } }),
    withEvent({ pause: { value: PAUSE_MAX_MS + 1, player: 3 } }),
    withEvent({ name: 'places-move' satisfies FleetEvent }),
    withEvent({ errors: { value: ERRORS_MAX + 1, player: 3 } }),
    { events: [{ ...calm, errors: { value: CALM_ERRORS_MAX + 1, player: 3 } }, event] },
    { calmSpinMs: CALM_SPIN_MS + 1 },
    { differences: ['one'] },
    { run: { violations: 1, lostRounds: 0 } },
    { run: { violations: 0, lostRounds: 1 } },
    { saves: { orphans: NO_ORPHANS, aRound: 2, withoutDecisions: SAVES_A_ROUND + 0.01 } },
  ]) {
    t.equal(problemsOf(changed).length, 1, JSON.stringify(changed))
  }
})

t.test('events may be named in any order, and run in the fixed order', async t => {
  t.strictSame(readEvents('lanes, rollback'), ['rollback', 'lanes'])
  t.strictSame(readEvents(FLEET_EVENT_NAMES.join()), FLEET_EVENT_NAMES)
  t.equal(readEvents('node-kill,nothing'), null)
})

const ALONE = { redis: 'cluster', failover: 'harness', places: 1, servers: 1 } as const

t.test('events that a fleet cannot have are left out, and refused by name', async t => {
  const without = (name: string) => FLEET_EVENT_NAMES.filter(each => each !== name)
  t.strictSame(eventsOf(ALONE), without('places-move'))
  t.strictSame(eventsOf({ ...ALONE, places: 8, servers: 2 }), without('pgbouncer'))
  t.match(findRefusal('places-move', { ...ALONE, places: 8 }), /--servers 2/)
  t.match(findRefusal('pgbouncer', { ...ALONE, places: 8 }), /--places/)
  t.equal(findTopologyProblem(ALONE), null)
  t.match(findTopologyProblem({ ...ALONE, servers: 2 }), /--places/)
  t.match(findTopologyProblem({ ...ALONE, places: 2, failover: 'patroni' }), /patroni/)
})

t.test('places are spread evenly over the servers, and nodes find them', async t => {
  const urls = {
    home: 'postgres://owner:one@127.0.0.1:1/reelhouse',
    second: 'postgres://owner:two@127.0.0.1:2/reelhouse',
  }
  for (const [places, servers, atHome] of [
    [8, 2, 4],
    [5, 2, 3],
    [2, 2, 1],
    [3, 1, 3],
  ] as const) {
    const laid = layPlaces({ places, servers })
    t.equal(laid.filter(({ server }) => server === 'home').length, atHome)
    const reader = new Reader(placeSettings(laid, servers === 1 ? { home: urls.home } : urls))
    const ranges = readDatabaseShards(reader, urls.home)
    t.strictSame(Object.keys(readDatabaseServers(reader)), servers === 1 ? [] : ['second'])
    t.strictSame(reader.problems, [])
    const known = listDatabases(mapShards(urls.home, ranges))
    t.strictSame(
      known.map(({ name, address }) => [name, address]),
      laid.map(place => [place.name, place.name === HOME ? urls.home : urlOf(urls, place)]),
    )
    const sizes = ranges.map(({ first, last }) => last - first + 1)
    t.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
    t.equal(
      sizes.reduce((sum, size) => sum + size),
      SHARDS,
    )
  }
})

t.test('the document has every event and every bound', async t => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'reliability.md'), 'utf8')
  const rows = FLEET_EVENT_NAMES.map(name => `| \`${name}\` | ${FLEET_EVENTS[name]} |`)
  t.match(page, `|---|---|\n${rows.join('\n')}\n\n`)
  for (const row of [
    `| the first player plays again after an event began | ${FIRST_MAX_MS / 1000} s |`,
    `| every player plays again | ${EVERY_MAX_MS / 1000} s |`,
    `| a spin, from its first sending to its result | ${SPIN_MAX_MS / 1000} s |`,
    `| between two results of one player | ${PAUSE_MAX_MS / 1000} s |`,
    `| a player of a place that moves is refused with \`BUSY\` | ${MOVE_REFUSED_MAX_MS / 1000} s |`,
    `| failed tries of one player | ${ERRORS_MAX}; ${CALM_ERRORS_MAX} in \`calm\` |`,
    `| the median spin | ${CALM_SPIN_MS / 1000} s |`,
    `| saves of a settled round without decisions | ${SAVES_A_ROUND} |`,
  ]) {
    t.match(page, row)
  }
})

const LEVELS = [null, 6_000, 9_450, 10_000]
const ROUNDS = 400
const FEATURE_ENDS = ['freeGamesEnded', 'respinsEnded']

for (const [gameId, modes] of [
  ['cherry-classic', ['base']],
  ['forty-suns', ['base', 'ante']],
  ['lucky-lanterns', ['base']],
] as const) {
  t.test(`the judge's own draws of ${gameId} are those that are played`, async t => {
    const chance = createChance(7, 'own draws', gameId)
    const game = findGame(gameId)!
    let [features, gambles] = [0, 0]
    for (let at = 0; at < ROUNDS; at++) {
      const seed = Uint8Array.from({ length: 32 }, () => chance.below(256))
      const { version: gameVersion } = game
      const round = {
        gameId,
        gameVersion,
        gameMode: chance.pick(modes),
        seed,
        levelBps: chance.pick(LEVELS),
      }
      const choices: string[] = []
      let played = drawOutcome(game, { ...round, appliedTarget: null }, choices)
      while (played.awaiting !== null && chance.is(0.8)) {
        choices.push(chance.pick([...played.awaiting.options, 'collect']))
        played = drawOutcome(game, { ...round, appliedTarget: null }, choices)
      }
      if (played.events.some(({ type }) => FEATURE_ENDS.includes(type))) features++
      if (choices.length > 0) gambles++
      const own = drawAgain({ ...round, reelSet: null, choices })
      if (own !== played.winUnits)
        t.equal(own, played.winUnits, JSON.stringify({ ...round, choices }))
    }
    t.ok(features > 0, 'features were among them')
    if (gameId !== 'forty-suns') t.ok(gambles > 0, 'gambles were among them')
  })
}

t.test('a file is read by the names of its head', async t => {
  const text = '\ufeffplayer_id,note\r\nann,"a ""b"", c"\r\n"bo\nb",\r\n'
  t.strictSame(readCsv(text), [
    { player_id: 'ann', note: 'a "b", c' },
    { player_id: 'bo\nb', note: '' },
  ])
})
