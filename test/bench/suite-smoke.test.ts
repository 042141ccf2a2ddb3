// Played by npm run prove: it runs every row of the suite.
//
// The suite measures every row once, at its smallest size, on a separate platform, and writes its
// results with the profiles of every thread.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { printSuite } from '../../bench/suite/page.ts'
import type { MeasuredRow, SuiteResult } from '../../bench/suite/result.ts'
import { ROWS } from '../../bench/suite/rows.ts'
import { openStores } from '../support/real-stores.ts'
import { startBench } from '../support/start-reelhouse.ts'

const { databaseUrl, redisUrl, redisPrefix } = await openStores(t)
const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix }
const folder = t.testdir()
const out = path.join(folder, 'results')
const profiles = path.join(folder, 'profiles')
const args = ['--smoke', '--out', out, '--profile', profiles, '--json']
const ended = await startBench(args, env).ended
const rows = ended.stdout
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as MeasuredRow)

const figures = { median: Number, low: Number, high: Number, cpuUs: {} }

t.test('every row has figures', async t => {
  t.equal(ended.code, 0, ended.stderr)
  t.strictSame(
    rows.map(({ row }) => row),
    ROWS.map(({ number }) => number),
  )
  t.match(rows[0], { row: 1, ours: Number, floor: Number, peer: Number, ratio_to_floor: Number })
  for (const { row, cases } of rows) {
    // The amount depends on the machine: under load a slice this short may count nothing.
    for (const { name, ours } of cases) {
      t.match(ours, figures)
      t.ok(Number.isFinite(ours.median) && ours.median >= 0, `row ${row} ${name}`)
    }
  }
})

t.test('row 7 has a wallet over TLS 1.3, whose handshakes are counted', async t => {
  const { cases } = rows.find(({ row }) => row === 7)!
  const [plain, tls, ...others] = cases
  t.strictSame(others, [])
  t.match(tls, { name: /TLS 1.3$/, ours: { handshakes: Number }, floor: { about: /HTTP$/ } })
  for (const figures of [plain!.ours, tls!.floor]) t.notOk('handshakes' in figures!)
})

t.test('the file contains the figures', async t => {
  const files = readdirSync(out)
  t.match(files, [/^[0-9-]+[0-9a-z]+\.json$/])
  const kept = JSON.parse(readFileSync(path.join(out, files[0]!), 'utf8')) as SuiteResult
  t.equal(kept.rows.length, ROWS.length)
  t.ok(printSuite(kept, kept).includes('against'), 'it compares with itself')
})

t.test('every thread involved has profiles, with its time and its allocations', async t => {
  for (const member of ['front-end', 'lane-2', 'wallet', 'generator', 'bare-rounds']) {
    const file = path.join(profiles, `7-paid-rounds-4-players-wallet-0-ms.${member}`)
    const read = (end: string) => JSON.parse(readFileSync(`${file}.${end}`, 'utf8'))
    t.match(read('cpuprofile'), { nodes: [{ callFrame: {} }], samples: [Number] }, member)
    t.match(read('heapprofile'), { head: { callFrame: {}, children: [{}] } }, member)
  }
})
