// /metrics of a node: every metric is described in docs/metrics.md, all counts are there, bounded
// in projects, and no counter falls when a lane loses its thread.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { request } from 'undici'
import { findTestProgram } from '../../scripts/test-programs.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { countUnfinishedRounds } from '../../src/ledger/rounds/unfinished-rounds.ts'
import { countWallets } from '../../src/server/metrics/calls.ts'
import { createKeptReadings } from '../../src/server/metrics/kept-readings.ts'
import { createTally, type Metric } from '../../src/server/metrics/tally.ts'
import { countRounds } from '../../src/server/metrics/thread-metrics.ts'
import { FAULTY_LANE, harmId } from '../support/faulty-lane.ts'
import { BET, GAME, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { planned, waits } from '../support/round-samples.ts'
import { until } from '../support/until.ts'
import { watchStatements } from '../support/watched-pool.ts'

const TOKEN = 'a-token-of-some-length'
const setup = await openSetup(t)
const node = await setup.startNode({ metricsToken: TOKEN }, { file: FAULTY_LANE })

const ask = (authorization?: string) =>
  request(`${node.internalUrl}/metrics`, {
    headers: authorization === undefined ? {} : { authorization },
  })

/** Every line, by its name and labels. */
async function read(): Promise<Map<string, number>> {
  const text = await (await ask(`Bearer ${TOKEN}`)).body.text()
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => {
      const [, name, value] = /^(.+) ([^ ]+)$/.exec(line)!
      return [name!, Number(value)]
    }),
  )
}

t.test('with a token metrics need the token, and health does not', async t => {
  for (const wrong of [undefined, 'Bearer', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
    const { statusCode, headers, body } = await ask(wrong)
    t.equal(statusCode, 401, String(wrong))
    t.equal(headers['www-authenticate'], 'Bearer')
    t.notMatch(await body.text(), /reelhouse_/)
  }
  const { statusCode, body } = await ask(`Bearer ${TOKEN}`)
  t.equal(statusCode, 200)
  await body.dump()
  t.equal((await request(`${node.internalUrl}/livez`)).statusCode, 200)
})

t.test('docs/metrics.md describes every metric, and no other', async t => {
  const text = await (await ask(`Bearer ${TOKEN}`)).body.text()
  const linesOf = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name, type]) => `${name} ${type}`).sort()
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'metrics.md'), 'utf8')
  t.strictSame(
    linesOf(page, /^\| `([a-z_]+)` \| (counter|histogram|gauge) \|/gm),
    linesOf(text, /^# TYPE (\S+) (\S+)$/gm),
  )
})

t.test(
  'a spin is counted at the front end, in its lane, in the stores and at the wallet',
  async t => {
    const { client } = await setup.openGame(node, 'counted')
    for (let round = roundOf(await client.spin(BET)); round.status === 'awaiting'; ) {
      round = roundOf(await client.collect(round.roundId))
    }
    t.match(await client.send({ type: 'spin', bet: BET, mode: 'nowhere' }), {
      code: 'INVALID_MODE',
    })
    const seen = await read()
    const game = findGame(GAME)!
    const mode = `game="${GAME}",mode="base"`
    t.equal(seen.get('reelhouse_play_answers_total{type="spin",code="ok"}'), 1)
    t.equal(seen.get('reelhouse_play_answers_total{type="spin",code="INVALID_MODE"}'), 1)
    t.equal(seen.get('reelhouse_play_message_seconds_count{type="spin"}'), 2)
    t.equal(seen.get(`reelhouse_outcome_seconds_count{game="${GAME}"}`), 1)
    t.equal(seen.get(`reelhouse_rounds_total{${mode},state="settled"}`), 1)
    t.equal(seen.get(`reelhouse_game_stake_bets_total{${mode}}`), 1)
    t.equal(
      seen.get(`reelhouse_game_theoretical_win_bets_total{${mode}}`),
      game.figures.base!.natural.rtp,
    )
    const settled = ['yes', 'no'].map(decided =>
      seen.get(`reelhouse_settle_seconds_count{decided="${decided}"}`),
    )
    t.strictSame(
      settled.filter(count => count !== undefined),
      [1],
    )
    t.equal(seen.get('reelhouse_ledger_batch_seconds_count{kind="open"}'), 1)
    t.equal(seen.get('reelhouse_redis_call_seconds_count{call="openRound"}'), 1)
    const bet = 'project="casino",method="bet",outcome="accepted"'
    t.equal(seen.get(`reelhouse_wallet_call_seconds_count{${bet}}`), 1)
    const launch = 'path="/playGame.do",method="playGame"'
    t.equal(seen.get(`reelhouse_http_request_seconds_count{${launch}}`), 1)
    t.equal(seen.get(`reelhouse_http_requests_total{${launch},status="200",code="ok"}`), 1)
    t.equal(seen.get('reelhouse_ready'), 1)
    for (const thread of ['front', 'lane 0']) {
      t.ok(seen.get(`reelhouse_heap_bytes{thread="${thread}"}`)! > 0, thread)
      t.ok(seen.get(`reelhouse_event_loop_busy_seconds_total{thread="${thread}"}`)! > 0, thread)
    }
    t.equal(seen.get('reelhouse_mailbox_commands{thread="lane 0"}'), 0)
  },
)

const promtool = findTestProgram('promtool')

t.test(
  'Prometheus finds no fault in the text',
  promtool === null ? { skip: 'promtool is not installed' } : {},
  async t => {
    const input = await (await ask(`Bearer ${TOKEN}`)).body.text()
    const { status, stdout, stderr } = spawnSync(promtool!, ['check', 'metrics'], { input })
    t.equal(status, 0, `${stdout}${stderr}`)
  },
)

t.test('no counter falls when a lane loses its thread, the next one continues it', async t => {
  const { client } = await setup.openGame(node, 'before')
  await client.spin(BET)
  const before = await read()
  const saboteur = (await setup.openGame(node, 'saboteur')).client
  await saboteur.spin(BET, harmId('exit'))
  await until('the next thread answers', async () => {
    const seen = await read()
    return (
      seen.get('reelhouse_lane_threads_lost_total{reason="exit"}') === 1 &&
      seen.get('reelhouse_lane_up{lane="0"}') === 1
    )
  })
  const after = await read()
  const isCounted = (name: string) => /_(total|bucket|count|sum)(\{|$)/.test(name)
  for (const [name, value] of before) {
    if (isCounted(name))
      t.ok((after.get(name) ?? 0) >= value, `${name}: ${value}, then ${after.get(name)}`)
  }
  const opened = 'reelhouse_redis_call_seconds_count{call="openRound"}'
  const { client: next } = await setup.openGame(node, 'after')
  await next.spin(BET)
  t.equal((await read()).get(opened), before.get(opened)! + 1)
})

t.test('a lane that does not answer keeps its counters, and has no present values', async t => {
  const readingOf = (threadId: number, rounds: number) => {
    const tally = createTally()
    tally.counter('rounds_total', 'Rounds.').add(rounds)
    tally.gauge('depth', 'Depth.', ['thread'], () => [[7, '']])
    return JSON.stringify({ threadId, metrics: tally.read() })
  }
  const kept = createKeptReadings()
  const valuesOf = (name: string, all: (readonly Metric[])[]) =>
    all.flat().flatMap(metric => (metric.name === name ? metric.values : []))
  const sum = (all: (readonly Metric[])[]) =>
    valuesOf('rounds_total', all).reduce((total, { value }) => total + value, 0)
  t.equal(sum(kept.take([readingOf(1, 5), readingOf(2, 10)])), 15)
  const silent = kept.take([null, readingOf(2, 11)])
  t.equal(sum(silent), 16)
  t.strictSame(valuesOf('depth', silent), [{ value: 7, labels: { thread: 'lane 1' } }])
  t.equal(sum(kept.take([readingOf(3, 1), readingOf(2, 11)])), 17, 'another thread')
  t.equal(sum(kept.take([readingOf(3, 1)])), 17, 'a lane fewer')
  t.equal(sum(kept.take([readingOf(3, 2), readingOf(4, 1)])), 19, 'a lane more')
})

t.test('the calls of projects past the named ones are counted together', async t => {
  const tally = createTally()
  const wallets = countWallets(tally)
  wallets.nameProjects(['a', 'b'])
  const call = { method: 'bet', outcome: 'accepted', latencyMs: 3 }
  for (const projectId of ['a', 'b', 'c', 'd']) wallets.walletCall({ ...call, projectId })
  const counts = tally
    .read()
    .flatMap(({ values }) => values.filter(({ metricName }) => metricName?.endsWith('_count')))
    .map(({ labels, value }) => [labels.project, value])
  t.strictSame(counts, [
    ['a', 1],
    ['b', 1],
    ['other', 2],
  ])
})

t.test('a level promises its own return', async t => {
  const tally = createTally()
  const rounds = countRounds(tally, findGame)
  const { intent, progress } = planned({ ...waits, awaiting: false })
  const settled = { ...progress, state: 'settled', settledAtMs: intent.createdAtMs + 3 } as const
  const { version: gameVersion } = findGame(GAME)!
  const ofLevel = { gameMode: 'base', levelBps: 9_000, appliedTarget: null }
  const ended = { intent: { ...intent, gameId: GAME, gameVersion, ...ofLevel }, progress: settled }
  const unknown = { ...ended, intent: { ...ended.intent, gameVersion: '0.0.1' } }
  for (const round of [unknown, ended]) rounds.roundEnded(round)
  const first = (name: string) =>
    tally.read().find(metric => metric.name === name)!.values[0]!.value
  t.ok(Math.abs(first('reelhouse_game_theoretical_win_bets_total') - 0.9) < 1e-9)
  t.equal(first('reelhouse_game_win_bets_total'), settled.winUnits / findGame(GAME)!.unitsPerBet)
})

t.test('unfinished rounds are counted by what they wait for, through indexes only', async t => {
  const reports = openReportPool(setup.stores.databaseUrl, () => {})
  t.teardown(() => reports.end())
  const watched = watchStatements(reports)
  const before = await countUnfinishedRounds(watched.pool)
  t.equal(before.debit_pending.rounds, 0)
  const { client } = await setup.openGame(node, 'unlucky')
  setup.wallet.rule({
    method: 'bet',
    playerId: 'unlucky',
    act: 'http-500-before-apply',
    times: 1_000,
  })
  t.equal(roundOf(await client.spin(BET)).status, 'pending')
  const { debit_pending } = await countUnfinishedRounds(watched.pool)
  t.equal(debit_pending.rounds, 1)
  t.ok(debit_pending.oldestSeconds >= 0)
  const [text] = watched.statements
  const { rows } = await reports.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [10, null])
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  t.notMatch(plan, /Seq Scan on round\b/, plan)
})
