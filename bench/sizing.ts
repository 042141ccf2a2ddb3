// The size of a fleet for a rate of rounds, calculated from the measurements of one machine, as
// tables of whole numbers. docs/operations.md shows the result. Measures nothing, and bounds
// nothing.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { createCommand, defineCommand } from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { SHARDS } from '../src/core/shard.ts'
import { printFigures } from './printing.ts'
import {
  FIGURES,
  mostOf,
  type Name,
  type Size,
  sizeOf,
  USUAL,
  type Values,
} from './sizing-model.ts'

const NAMES = Object.keys(FIGURES) as Name[]

export const shown = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) < 1_000 ? 3 : 12 })

/** What a reader looks for when a figure turns out to be wrong, by its name in the formulas. */
const LOOKED_FOR = {
  lanes: 'lanes',
  nodeCores: 'cores of nodes',
  masters: 'masters',
  pgCores: 'cores of Postgres',
  servers: 'servers',
  connections: 'connections to a place',
  memoryGb: 'GB of Redis',
  kept: 'GB of rounds',
  underWay: 'calls under way',
  proxyCores: 'cores of proxies',
  sockets: 'sockets a node',
  playNet: 'Mbit/s of players',
  walletNet: 'Mbit/s of wallets',
  redisNet: 'Mbit/s of Redis',
  logNet: 'Mbit/s of logs',
} as const

/** Of a figure that is off by this factor, what changes most; one that can't be is null. */
function changeOf(
  values: Values,
  { known: before }: Size,
  name: Name,
  factor: number,
  isLedByPlace: boolean,
) {
  const wrong = values[name] * factor
  if (wrong > mostOf(name)) return null
  const { known: after } = sizeOf({ ...values, [name]: wrong }, isLedByPlace)
  return Object.entries(LOOKED_FOR)
    .map(([result, title]) => ({ title, was: before[result]!, is: after[result]! }))
    .filter(({ was, is }) => was !== is)
    .sort((a, b) => Math.abs(Math.log(b.is / b.was)) - Math.abs(Math.log(a.is / a.was)))
    .slice(0, CHANGES_SHOWN)
    .map(({ title, was, is }) => `${title} ${shown(was)} → ${shown(is)}`)
}

/** The largest ones. */
const CHANGES_SHOWN = 3

const cellOf = (changes: readonly string[] | null) =>
  changes === null ? 'not possible' : changes.length === 0 ? 'nothing' : changes.join('; ')

export function printSizing(values: Values, isLedByPlace = true): string {
  const size = sizeOf(values, isLedByPlace)
  const figures = NAMES.map(name => {
    const { value, about, from } = FIGURES[name]
    const [twice, half] = [2, 0.5].map(factor => changeOf(values, size, name, factor, isLedByPlace))
    return [
      name,
      shown(values[name]),
      about,
      values[name] === value ? from : 'given',
      cellOf(twice!),
      cellOf(half!),
    ]
  })
  return [
    ...tableOf(
      ['figure', 'value', 'what', 'from', 'if it is twice that', 'if it is half'],
      figures,
    ),
    '',
    ...explainBatches(size),
    '',
    ...tableOf(
      ['what', 'formula', 'with numbers', 'result'],
      size.lines.map(({ what, formula, value, unit }) => [
        what,
        formula,
        withNumbers(formula, size),
        unit === '' ? shown(value) : `${shown(value)} ${unit}`,
      ]),
    ),
    ...(size.known.servers! > SHARDS ? ['', TOO_MUCH] : []),
  ].join('\n')
}

const TOO_MUCH =
  `Not possible: there are ${SHARDS} places at most, each on one server. Each node works on each ` +
  'place without players too (dbRest), and that alone takes more than these servers have.'

/** Rows a commit, in the order in which they follow. */
function explainBatches({ known }: Size): string[] {
  const of = (name: string) => shown(known[name]!)
  return [
    `A node has players of ${of('met')} places on average (met). So one lane and one place have`,
    `${of('pair')} rounds a second (pair = spins / lanes / met), and a commit has`,
    `${of('rowsACommit')} rows: the one that begins it, and pair × rows × commit / 1,000 that come`,
    `while the commit before takes its time. A round has ${of('commits')} commits, and`,
    `${of('further')} more than where its costs were measured (further). It costs`,
    `${of('laneUs')} µs of a lane (laneUs = lane + further × laneCommit + tls × calls × tlsCall),`,
    `${of('othersUs')} µs of other threads (othersUs = others + tls × calls × tlsOthers) and`,
    `${of('pgUs')} µs of Postgres (pgUs = postgres + further × dbCommit).`,
  ]
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`)

export const withNumbers = (formula: string, { known }: Size) =>
  formula.replace(/[a-zA-Z]+/g, name => (name === 'max' ? name : shown(known[name]!)))

/** Reads "lane=500", after the figures read before. */
function readFigure(text: string, before: Partial<Values> = {}): Partial<Values> {
  const [, name = '', value] = /^([a-zA-Z]+)=([0-9]+(?:\.[0-9]+)?(?:e[0-9]+)?)$/.exec(text) ?? []
  if (!Object.hasOwn(FIGURES, name)) {
    throw new InvalidArgumentError(`It is NAME=VALUE, with one of ${NAMES.join(', ')}.`)
  }
  const most = mostOf(name as Name)
  if (Number(value) > 0 && Number(value) <= most) return { ...before, [name]: Number(value) }
  throw new InvalidArgumentError(`${name} is above 0, and at most ${shown(most)}.`)
}

export const command = defineCommand(
  createCommand(
    'npm run bench -- sizing',
    `What a fleet needs for a rate of rounds: nodes, lanes, Redis masters, Postgres servers and
    places, connections, traffic, disk; and what changes if a figure is off by a factor of two.
    Multiplies figures that were measured on one machine; give those of yours.`,
  )
    .option('--spins <count>', 'paid rounds a second at the peak', countUpTo(1_000_000))
    .option('--latency <ms>', 'of a wallet call', numberUpTo(1_500, 0.1))
    .option('--places <count>', 'at least so many', countUpTo(SHARDS))
    .option('--tls <share>', 'of wallets with TLS, 0 to 1', numberUpTo(1))
    .option('--pause <seconds>', 'from spin to spin of a player', numberUpTo(500, 0.1))
    .option('--use <share>', 'of cores, logs and disks at the peak', numberUpTo(1, 0.05))
    .option('--mean <share>', 'mean rate of a day, of the peak', numberUpTo(1, 0.001))
    .option('--days <count>', 'that rounds stay in Postgres', countUpTo(3_100))
    .option('--standbys <count>', 'of each Postgres', countUpTo(8))
    .option('--plain-proxy', 'one that does not lead sockets by their place')
    .option('--figure <name=value>', 'replaces any figure; may be repeated', readFigure)
    .option('--json', 'the lines as one line on stdout'),
  async ({ figure = {}, json, plainProxy = false, ...given }) => {
    const values = { ...USUAL, ...figure, ...given }
    const { lines } = sizeOf(values, !plainProxy)
    printFigures(json, { figures: values, lines }, () => [printSizing(values, !plainProxy)])
    return 0
  },
)
