// The sizes in the documentation are those of the present figures, and every line is what its
// formula gives.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { countPlacesMet } from '../../bench/places-met.ts'
import { printSizing, withNumbers } from '../../bench/sizing.ts'
import { priceOf, sizeOf, USUAL, type Values } from '../../bench/sizing-model.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'

const sized = (values: Partial<Values>, isLedByPlace = true) =>
  sizeOf({ ...USUAL, ...values }, isLedByPlace).known

t.test('docs/operations.md shows what "bench sizing" prints', async t => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'operations.md'), 'utf8')
  t.ok(page.includes(printSizing(USUAL)), 'paste the output of "npm run bench -- sizing" there')
})

t.test('every line is what its formula gives, rounded up to a whole number', async t => {
  for (const values of [USUAL, { ...USUAL, spins: 700, latency: 900, days: 1 }]) {
    const { lines, known } = sizeOf(values)
    for (const { what, formula, value } of lines) {
      t.ok(Number.isInteger(value) && value > 0, what)
      t.equal(Math.ceil(evaluate(formula, known) - 1e-9), value, `${what}: ${formula}`)
    }
  }
})

/** Numbers, names, ×, /, +, parentheses and max, as the formulas are written. */
function evaluate(formula: string, known: Readonly<Record<string, number>>): number {
  const tokens = formula.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/[a-zA-Z]+|[\d.]+|[×/+(),]/g)!
  const take = (token: string) => tokens[0] === token && tokens.shift() !== undefined
  const product = (): number => {
    let value = factor()
    for (;;) {
      if (take('×')) value *= factor()
      else if (take('/')) value /= factor()
      else return value
    }
  }
  const sum = (): number => {
    let value = product()
    while (take('+')) value += product()
    return value
  }
  function factor(): number {
    if (take('(')) return listed()[0]!
    if (take('max')) {
      tokens.shift()
      return Math.max(...listed())
    }
    const token = tokens.shift()!
    return /^\d/.test(token) ? Number(token) : known[token]!
  }
  function listed(): number[] {
    const values = [sum()]
    while (take(',')) values.push(sum())
    tokens.shift()
    return values
  }
  const value = sum()
  if (tokens.length > 0) throw new Error(`not read: ${tokens.join(' ')}`)
  return value
}

t.test('a formula with numbers has a number for every name', async t => {
  const size = sizeOf(USUAL)
  for (const { formula } of size.lines) t.notMatch(withNumbers(formula, size), /NaN|undefined/)
})

t.test('a part that costs half as much is needed half as often', async t => {
  t.equal(sized({ redis: 120 }).masters, 10)
  t.equal(sized({ redis: 60 }).masters, 5)
})

t.test('the scarcest of cores, log and disk decides the number of servers', async t => {
  for (const [scarce, values] of Object.entries({
    byDisk: { days: 300 },
    byLog: { days: 0.001, dbLog: 5 },
    byCores: { days: 0.001, dbCores: 1 },
  })) {
    const { servers, byDisk, byLog, byCores } = sized(values)
    t.equal(servers, { byDisk, byLog, byCores }[scarce], scarce)
    t.ok(servers! > 1, scarce)
  }
})

t.test('there are at least as many places as servers', async t => {
  const { places, servers } = sized({ places: 1 })
  t.ok(servers! > 1)
  t.equal(places, servers)
  t.equal(sized({ places: 64 }).places, 64)
})

t.test('front ends and calls under way need lanes too', async t => {
  const ofFront = sized({ front: 1_000 })
  t.equal(ofFront.lanes, ofFront.byFront)
  const ofCalls = sized({ latency: 1_500 })
  t.equal(ofCalls.lanes, ofCalls.byCalls)
  t.ok(ofCalls.callsOfLane! <= 448)
})

t.test('with a proxy that does not lead by place, commits are smaller and cost more', async t => {
  const [led, plain] = [sized({}), sized({}, false)]
  t.ok(plain.rowsACommit! < led.rowsACommit!)
  t.ok(plain.pgUs! > led.pgUs!)
  t.ok(plain.lanes! >= led.lanes!)
  t.equal(plain.met, USUAL.places)
})

t.test('the model of the proxy is near the one of docs/decisions/places-meet.md', async t => {
  for (const [nodes, places, times] of [
    [4, 8, 2.6],
    [29, 7, 5],
  ] as const) {
    const found = places / countPlacesMet(nodes, places)
    t.ok(Math.abs(found / times - 1) < 0.2, `${nodes} nodes, ${places} places: ${found}`)
  }
  t.equal(countPlacesMet(5, 1), 1)
})

/** `bench -- places`, two nodes with a lane each: rounds a second, ms a commit, rows a commit. */
const ROWS_MEASURED = [
  { places: 1, isLedByPlace: true, rounds: 305, commit: 23.5, rows: 9.76 },
  { places: 1, isLedByPlace: true, rounds: 258, commit: 32.5, rows: 10.2 },
  { places: 8, isLedByPlace: true, rounds: 114.5, commit: 46.5, rows: 2.19 },
  { places: 8, isLedByPlace: false, rounds: 80.3, commit: 78.3, rows: 1.96 },
]

t.test('the model gives what was measured elsewhere', async t => {
  const isNear = (found: number, measured: number, what: string) =>
    t.ok(Math.abs(found / measured - 1) < 0.2, `${what}: ${found} for ${measured}`)
  isNear(priceOf(USUAL, 183).pgUs, 617, 'Postgres, at 183 rounds/s of a lane')
  for (const { places, isLedByPlace, rounds, commit, rows } of ROWS_MEASURED) {
    const met = isLedByPlace ? countPlacesMet(2, places) : places
    const { rowsACommit } = priceOf({ ...USUAL, commit }, rounds / 2 / met)
    isNear(rowsACommit, rows, `rows, ${places} places, ${isLedByPlace ? '' : 'not '}led`)
  }
})
