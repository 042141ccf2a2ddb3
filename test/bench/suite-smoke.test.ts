// The suite measures every row once, at its smallest size, on a separate platform, and writes its
// results with the profiles of every thread.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import type { MeasuredRow, SuiteResult } from '../../bench/suite/result.ts'
import { ROWS } from '../../bench/suite/rows.ts'
import { printSuite } from '../../bench/suite/table.ts'
import { openStores } from '../support/real-stores.ts'
import { start } from '../support/start-reelhouse.ts'

const { databaseUrl, redisUrl, redisPrefix } = await openStores(t)
const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix }
const folder = t.testdir()
const out = path.join(folder, 'results')
const profiles = path.join(folder, 'profiles')
const args = ['bench', 'all', '--smoke', '--out', out, '--profile', profiles, '--json']
const ended = await start(args, env).ended
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

t.test('the files contain the figures', async t => {
  const files = readdirSync(out).sort()
  t.match(files, [/^[0-9-]+[0-9a-z]+\.json$/, /\.svg$/])
  const [json, svg] = files.map(file => readFileSync(path.join(out, file), 'utf8'))
  const kept = JSON.parse(json!) as SuiteResult
  t.equal(kept.rows.length, ROWS.length)
  t.ok(svg!.startsWith('<svg') && svg!.endsWith('</svg>\n'))
  t.ok(printSuite(kept, kept).includes('against'), 'it compares with itself')
})

t.test('every thread involved has profiles and flame graphs', async t => {
  const files = readdirSync(profiles)
  const ends = ['cpuprofile', 'heapprofile', 'cpu.svg', 'heap.svg']
  for (const member of ['front-end', 'lane-1', 'wallet', 'socket-generator', 'bare-rounds']) {
    for (const end of ends) {
      const file = `7-paid-rounds-4-players-wallet-0-ms.${member}.${end}`
      t.ok(files.includes(file), file)
    }
  }
  for (const file of files.filter(name => name.endsWith('.svg'))) {
    const svg = readFileSync(path.join(profiles, file), 'utf8')
    t.ok(svg.startsWith('<svg') && svg.endsWith('</svg>\n') && !svg.includes('NaN'), file)
  }
})
