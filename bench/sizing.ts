// The size of a fleet for a rate of spins, calculated from the measurements of one machine. Every
// measured figure is listed here once; docs/operations.md shows the result. Measures nothing, and
// bounds nothing.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { createCommand, defineCommand } from '../src/cli/command-line.ts'
import { printFigures } from './printing.ts'

interface Figure {
  value: number
  about: string
  /** The source of the figure, and so how to measure it again. */
  from: string
}

const MEASURED = '`npm run bench -- far-wallet`, 617 rounds/s on one lane'
const STREAMED = '`npm run bench -- stream`, 100,000 spins'
const CHOSEN = 'chosen'

/**
 * Microseconds of one core of the measured machine a round; the bytes that a round leaves; chosen
 * figures.
 */
export const FIGURES = {
  spins: { value: 50_000, about: 'spins a second at the peak', from: CHOSEN },
  use: { value: 0.6, about: 'share of a core or disk in use at the peak', from: CHOSEN },
  lane: { value: 684, about: 'µs of a lane a round', from: MEASURED },
  front: { value: 95, about: 'µs of a front end a round', from: MEASURED },
  others: { value: 202, about: "µs of a node's other threads a round", from: MEASURED },
  redis: { value: 119, about: 'µs of a Redis master a round', from: MEASURED },
  postgres: { value: 220, about: 'µs of Postgres a round', from: MEASURED },
  row: { value: 450, about: 'bytes of rows and indexes a round', from: STREAMED },
  wal: { value: 1_185, about: 'bytes written ahead a round', from: STREAMED },
  calls: {
    value: 3.3,
    about: 'wallet calls a round, one after the other',
    from: '3, and 4 with a win',
  },
  latency: { value: 0.1, about: 'seconds a wallet call takes', from: "the operators' wallets" },
  pause: { value: 5, about: 'seconds from spin to spin of a player', from: CHOSEN },
  memory: {
    value: 3_000,
    about: 'bytes of Redis a player',
    from: 'row 11 of the suite, and 1 KB more where request ids are UUIDs',
  },
  mean: { value: 0.4, about: 'mean rate of a day, of the peak', from: CHOSEN },
  days: { value: 31, about: 'days of rounds that stay in Postgres', from: CHOSEN },
  dbCores: { value: 16, about: 'cores of a Postgres server', from: CHOSEN },
  dbWal: { value: 50e6, about: 'bytes a second that it writes ahead at most', from: CHOSEN },
  dbDisk: { value: 6e12, about: 'bytes of its disk', from: CHOSEN },
} as const satisfies Record<string, Figure>

type Name = keyof typeof FIGURES
type Values = Record<Name, number>

/** The formula is for the reader, with the names of the figures. */
const line = (what: string, formula: string, value: number, unit?: string) =>
  ({ what, formula, value, unit }) as const

export const USUAL = Object.fromEntries(
  Object.entries(FIGURES).map(([name, { value }]) => [name, value]),
) as Values

/** A process is a front end with two lanes (docs/operations.md, "Sizing lanes and processes"). */
const LANES_A_PROCESS = 2
const BYTES_A_GB = 1e9
const CONNECTIONS = { process: 17, lane: 8 }

export function sizeOf(v: Values) {
  const share = (us: number) => (v.spins * us) / 1e6 / v.use
  const lanes = Math.ceil(share(v.lane))
  const processes = Math.max(Math.ceil(lanes / LANES_A_PROCESS), Math.ceil(share(v.front)))
  const players = v.spins * v.pause
  const calls = (v.spins * v.calls * v.latency) / lanes
  const memory = (players * v.memory) / v.use / BYTES_A_GB
  const kept = v.spins * v.mean * 86_400 * v.days * v.row
  const byCores = share(v.postgres) / v.dbCores
  const byLog = (v.spins * v.wal) / (v.dbWal * v.use)
  const byDisk = kept / (v.dbDisk * v.use)
  const connections = processes * CONNECTIONS.process + lanes * CONNECTIONS.lane
  const nodeCores = Math.ceil(share(v.lane + v.front + v.others))
  return [
    line('players at once', 'spins × pause', players),
    line('lanes', 'spins × lane / use', lanes),
    line('processes', 'lanes / 2, or spins × front / use if more', processes),
    line('cores of all nodes', 'spins × (lane + front + others) / use', nodeCores),
    line('play sockets a process', 'players / processes', players / processes),
    line('wallet calls under way a lane', 'spins × calls × latency / lanes', calls),
    line('Redis masters', 'spins × redis / use', Math.ceil(share(v.redis))),
    line('memory of all masters', 'players × memory / use', memory, 'GB'),
    line('cores of all Postgres primaries', 'spins × postgres / use', Math.ceil(share(v.postgres))),
    line('written ahead', 'spins × wal', (v.spins * v.wal) / 1e6, 'MB/s'),
    line('rounds kept', 'spins × mean × 86,400 × days × row', kept / 1e12, 'TB'),
    line('databases by processors', 'spins × postgres / use / dbCores', Math.ceil(byCores)),
    line('databases by log', 'spins × wal / (dbWal × use)', Math.ceil(byLog)),
    line('databases by disk', 'kept / (dbDisk × use)', Math.ceil(byDisk)),
    line('databases', 'the most of the three', Math.ceil(Math.max(byCores, byLog, byDisk))),
    line('connections of all nodes to each database', 'processes × 17 + lanes × 8', connections),
  ]
}

const shown = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 100 ? 2 : 4 })

export function printSizing(values: Values): string {
  const figures = Object.entries(FIGURES) as [Name, Figure][]
  return [
    '| figure | value | what | from |',
    '|---|---|---|---|',
    ...figures.map(
      ([name, { value, about, from }]) =>
        `| ${name} | ${shown(values[name])} | ${about} | ` +
        `${values[name] === value ? from : 'given'} |`,
    ),
    '',
    '| what | formula | result |',
    '|---|---|---|',
    ...sizeOf(values).map(
      ({ what, formula, value, unit = '' }) =>
        `| ${what} | ${formula} | ${shown(value)}${unit === '' ? '' : ` ${unit}`} |`,
    ),
  ].join('\n')
}

/** Reads "lane=500", after the figures read before. */
function readFigure(text: string, before: Partial<Values> = {}): Partial<Values> {
  const [, name = '', value] = /^([a-zA-Z]+)=([0-9]+(?:\.[0-9]+)?(?:e[0-9]+)?)$/.exec(text) ?? []
  if (value !== undefined && Number(value) > 0 && Object.hasOwn(FIGURES, name)) {
    return { ...before, [name]: Number(value) }
  }
  const names = Object.keys(FIGURES).join(', ')
  throw new InvalidArgumentError(`It is NAME=VALUE, above 0, with one of ${names}.`)
}

export const command = defineCommand(
  createCommand(
    'npm run bench -- sizing',
    `What a fleet needs for a rate of spins: lanes, processes, Redis masters, databases, log.
    Multiplies figures that were measured on one machine; give those of yours.`,
  )
    .option('--figure <name=value>', 'replaces a measured one; may be repeated', readFigure)
    .option('--json', 'the lines as one line on stdout'),
  async ({ figure = {}, json }) => {
    const values = { ...USUAL, ...figure }
    printFigures(json, { figures: values, lines: sizeOf(values) }, () => [printSizing(values)])
    return 0
  },
)
