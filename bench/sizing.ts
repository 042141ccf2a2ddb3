// The size of a fleet for a rate of spins, calculated from the measurements of one machine. Every
// measured figure is listed here once; docs/operations.md shows the result. Measures nothing, and
// bounds nothing.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { createCommand, defineCommand, printJson, printLines } from '../src/cli/command-line.ts'

interface Figure {
  value: number
  about: string
  /** The source of the figure, and so how to measure it again. */
  from: string
}

const MEASURED = '`bench far-wallet`, 617 rounds/s on one lane'
const STREAMED = '`bench stream`, 100,000 spins'
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

interface Line {
  what: string
  /** In a form that the reader can follow, with the names of the figures. */
  formula: string
  value: number
  unit?: string
}

export const USUAL = Object.fromEntries(
  Object.entries(FIGURES).map(([name, { value }]) => [name, value]),
) as Values

/** A process is a front end with two lanes (docs/operations.md, "Sizing lanes and processes"). */
const LANES_A_PROCESS = 2
const BYTES_A_GB = 1e9
const CONNECTIONS = { process: 17, lane: 8 }

export function sizeOf(v: Values): Line[] {
  const share = (us: number) => (v.spins * us) / 1e6 / v.use
  const lanes = Math.ceil(share(v.lane))
  const processes = Math.max(Math.ceil(lanes / LANES_A_PROCESS), Math.ceil(share(v.front)))
  const players = v.spins * v.pause
  const kept = v.spins * v.mean * 86_400 * v.days * v.row
  const byWork = [share(v.postgres) / v.dbCores, (v.spins * v.wal) / (v.dbWal * v.use)]
  const byDisk = kept / (v.dbDisk * v.use)
  return [
    { what: 'players at once', formula: 'spins × pause', value: players },
    { what: 'lanes', formula: 'spins × lane / use', value: lanes },
    { what: 'processes', formula: 'lanes / 2, or spins × front / use if more', value: processes },
    {
      what: 'cores of all nodes',
      formula: 'spins × (lane + front + others) / use',
      value: Math.ceil(share(v.lane + v.front + v.others)),
    },
    { what: 'play sockets a process', formula: 'players / processes', value: players / processes },
    {
      what: 'wallet calls under way a lane',
      formula: 'spins × calls × latency / lanes',
      value: (v.spins * v.calls * v.latency) / lanes,
    },
    { what: 'Redis masters', formula: 'spins × redis / use', value: Math.ceil(share(v.redis)) },
    {
      what: 'memory of all masters',
      formula: 'players × memory / use',
      value: (players * v.memory) / v.use / BYTES_A_GB,
      unit: 'GB',
    },
    {
      what: 'cores of all Postgres primaries',
      formula: 'spins × postgres / use',
      value: Math.ceil(share(v.postgres)),
    },
    { what: 'written ahead', formula: 'spins × wal', value: (v.spins * v.wal) / 1e6, unit: 'MB/s' },
    {
      what: 'rounds kept',
      formula: 'spins × mean × 86,400 × days × row',
      value: kept / 1e12,
      unit: 'TB',
    },
    {
      what: 'databases by processors',
      formula: 'spins × postgres / use / dbCores',
      value: Math.ceil(byWork[0]!),
    },
    {
      what: 'databases by log',
      formula: 'spins × wal / (dbWal × use)',
      value: Math.ceil(byWork[1]!),
    },
    { what: 'databases by disk', formula: 'kept / (dbDisk × use)', value: Math.ceil(byDisk) },
    {
      what: 'databases',
      formula: 'the most of the three',
      value: Math.ceil(Math.max(...byWork, byDisk)),
    },
    {
      what: 'connections of all nodes to each database',
      formula: 'processes × 17 + lanes × 8',
      value: processes * CONNECTIONS.process + lanes * CONNECTIONS.lane,
    },
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
        `| ${name} | ${shown(values[name])} | ${about} | ${values[name] === value ? from : 'given'} |`,
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
    'reelhouse bench sizing',
    `What a fleet needs for a rate of spins: lanes, processes, Redis masters, databases, log. Multiplies figures that were
    measured on one machine; give those of yours.`,
  )
    .option(
      '--figure <name=value>',
      'instead of the one that is known; as often as wanted',
      readFigure,
    )
    .option('--json', 'the lines as one line on stdout'),
  async ({ figure = {}, json }) => {
    const values = { ...USUAL, ...figure }
    if (json === true) printJson({ figures: values, lines: sizeOf(values) })
    else printLines(printSizing(values))
    return 0
  },
)
