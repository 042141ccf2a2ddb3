// The size of a fleet for a rate of rounds: the figures, each with where it was measured, and the
// arithmetic from them. Measures nothing.

import { SHARDS } from '../src/core/shard.ts'
import { countPlacesMet } from './places-met.ts'

interface Figure {
  value: number
  about: string
  /** Of a measured figure, how to measure it again; of a chosen one, `CHOSEN`. */
  from: string
  /** At most; absent: a hundred times the value. */
  most?: number
}

const CHOSEN = 'chosen'
const FAR = '`bench -- far-wallet`, 2026-11-23'
const PLACES = '`bench -- places --places 1`, 2026-11-26, load 13'
const STATEMENTS = '[statements by rows](decisions/places-meet.md), load 6 to 12'
const TLS = '`bench -- --only 7`, 2026-11-26, load 11'
const REST = '`bench -- places`, 2026-11-26: 20 to 25 by 1 place, 24 by 8'
const STREAM = '`bench -- stream`, 2026-11-22'

/**
 * Microseconds are of one core of the measured machine. Those from FAR are of one lane with one
 * place at 617 rounds a second, its commits included.
 */
export const FIGURES = {
  spins: { value: 50_000, about: 'paid rounds a second at the peak', from: CHOSEN, most: 1e6 },
  use: {
    value: 0.6,
    about: 'share of a core, a log or a disk in use at the peak',
    from: CHOSEN,
    most: 1,
  },
  latency: { value: 100, about: 'ms a wallet call takes', from: "the operators' wallets" },
  tls: {
    value: 1,
    about: 'share of wallets with TLS',
    from: 'all: `serve` takes no other',
    most: 1,
  },
  pause: { value: 5, about: 'seconds from spin to spin of a player', from: CHOSEN },
  mean: { value: 0.4, about: 'mean rate of a day, of the peak', from: CHOSEN, most: 1 },
  days: { value: 31, about: 'days of rounds that stay in Postgres', from: CHOSEN },
  places: { value: 8, about: 'places at least', from: CHOSEN, most: SHARDS },
  standbys: { value: 2, about: 'standbys of each Postgres', from: CHOSEN, most: 8 },
  dbCores: { value: 16, about: 'cores of a Postgres server', from: CHOSEN },
  dbLog: { value: 50, about: 'MB a second that it writes ahead at most', from: CHOSEN },
  dbDisk: { value: 6_000, about: 'GB of its disk', from: CHOSEN },
  commit: {
    value: 5,
    about: 'ms a group commit takes',
    from: 'chosen: a synchronous standby nearby; 31 where the places were measured',
  },
  lane: { value: 684, about: 'µs of a lane a round', from: FAR },
  front: { value: 95, about: 'µs of a front end a round', from: FAR },
  others: { value: 202, about: "µs of a node's other threads a round", from: FAR },
  redis: { value: 119, about: 'µs of a Redis master a round', from: FAR },
  postgres: { value: 220, about: 'µs of Postgres a round', from: FAR },
  at: {
    value: 617,
    about: 'rounds a second of one lane and place, for which these are',
    from: FAR,
  },
  laneCommit: { value: 285, about: 'µs of a lane a further commit', from: STATEMENTS },
  dbCommit: { value: 900, about: 'µs of Postgres a further commit', from: STATEMENTS },
  dbRest: { value: 25, about: 'ms of Postgres a second for each node and place', from: REST },
  tlsCall: { value: 37, about: 'µs of a lane more a call over TLS 1.3', from: TLS },
  tlsOthers: { value: 11, about: 'µs of other threads more a call over it', from: TLS },
  proxy: { value: 128, about: 'µs of HAProxy a round, without TLS to players', from: PLACES },
  rows: { value: 2, about: 'rows that a round writes in group commits', from: PLACES },
  calls: {
    value: 3.3,
    about: 'wallet calls a round, one after the other',
    from: '3, and 4 with a win',
  },
  playBytes: { value: 1_100, about: 'bytes of play a round, both ways, without TCP', from: PLACES },
  callBytes: {
    value: 1_000,
    about: 'bytes of a wallet call, both ways',
    from: 'a bet and its answer, with headers, TLS and TCP',
  },
  redisBytes: { value: 1_028, about: 'bytes to and from Redis a round', from: '`INFO stats`' },
  row: { value: 450, about: 'bytes of rows and indexes a round', from: STREAM },
  wal: { value: 1_185, about: 'bytes written ahead a round', from: STREAM },
  memory: {
    value: 3_000,
    about: 'bytes of Redis a player',
    from: '`bench -- --only 11`, and 1 KB more where request ids are UUIDs',
  },
} as const satisfies Record<string, Figure>

export type Name = keyof typeof FIGURES
export type Values = Readonly<Record<Name, number>>

export const USUAL = Object.fromEntries(
  Object.entries(FIGURES).map(([name, { value }]) => [name, value]),
) as Values

export const mostOf = (name: Name): number => {
  const { value, most = 100 * value }: Figure = FIGURES[name]
  return most
}

/** A process is a front end with two lanes (docs/operations.md, "Sizing lanes and processes"). */
const LANES_A_NODE = 2
/** Postgres connections of a node, and of each of its lanes, to one place. */
const NODE_CONNECTIONS = 12
const LANE_CONNECTIONS = 7
/** From here on a lane begins no further round of one operator (docs: connections to a wallet). */
const CALLS_OF_LANE = 448

export interface Line {
  readonly what: string
  /** With the names of figures and of lines before. */
  readonly formula: string
  readonly value: number
  readonly unit: string
}

export interface Size {
  readonly lines: readonly Line[]
  /** Every figure and intermediate result by the name that formulas use. */
  readonly known: Readonly<Record<string, number>>
}

/** @param isLedByPlace the proxy leads sockets by their place, as the shipped one does */
export function sizeOf(values: Values, isLedByPlace = true): Size {
  // Further places cost Postgres at rest, and so may need further servers.
  for (let places = values.places; ; ) {
    const size = sizeWith(values, places, isLedByPlace)
    const servers = size.known.servers!
    if (servers <= places || places === SHARDS) return size
    places = Math.min(servers, SHARDS)
  }
}

function sizeWith(values: Values, places: number, isLedByPlace: boolean): Size {
  const fleet = settleFleet(values, places, isLedByPlace)
  const known: Record<string, number> = { ...values, ...fleet, places }
  const lines: Line[] = []
  /** The formulas round up at the end; `name` makes the result a name for those after it. */
  const add = (what: string, name: string, formula: string, value: number, unit = '') => {
    known[name] = Math.ceil(value - 1e-9)
    lines.push({ what, formula, value: known[name], unit })
  }
  const k = known as Record<string, number> & Values & Fleet
  const { spins, use } = values
  const cores = (us: number) => (spins * us) / 1e6 / use
  add('players at once', 'players', 'spins × pause', spins * k.pause)
  add(
    'wallet calls under way, each with a connection',
    'underWay',
    'spins × calls × latency / 1,000',
    (spins * k.calls * k.latency) / 1e3,
  )
  add('lanes by their cores', 'byLane', 'spins × laneUs / 1,000,000 / use', cores(k.laneUs))
  add('lanes by front ends', 'byFront', '2 × spins × front / 1,000,000 / use', cores(2 * k.front))
  add('lanes by calls', 'byCalls', `underWay / ${CALLS_OF_LANE}`, k.underWay! / CALLS_OF_LANE)
  add('lanes', 'lanes', 'max(byLane, byFront, byCalls)', fleet.lanes)
  add('nodes of two lanes', 'nodes', 'lanes / 2', fleet.nodes)
  add(
    'cores of all nodes',
    'nodeCores',
    'spins × (laneUs + front + othersUs) / 1,000,000 / use',
    cores(k.laneUs + k.front + k.othersUs),
  )
  add('play sockets a node', 'sockets', 'players / nodes', k.players! / k.nodes)
  add('cores of all proxies', 'proxyCores', 'spins × proxy / 1,000,000 / use', cores(k.proxy))
  add('wallet calls under way a lane', 'callsOfLane', 'underWay / lanes', k.underWay! / k.lanes)
  add('Redis masters', 'masters', 'spins × redis / 1,000,000 / use', cores(k.redis))
  add(
    'connections of all nodes to each master',
    'redisConnections',
    'nodes + lanes',
    k.nodes + k.lanes,
  )
  const bytes = (k.players! * k.memory) / use
  add(
    'memory of all masters',
    'memoryGb',
    'players × memory / use / 1,000,000,000',
    bytes / 1e9,
    'GB',
  )
  addDatabases(add, k, cores)
  addTraffic(add, k)
  return { lines, known }
}

type Add = (what: string, name: string, formula: string, value: number, unit?: string) => void
type Known = Record<string, number> & Values & Fleet

function addDatabases(add: Add, k: Known, cores: (us: number) => number): void {
  const { spins, use, mean, days, row, wal } = k
  const rest = (k.nodes * k.places * k.dbRest) / 1e3 / use
  add(
    'cores of all Postgres primaries',
    'pgCores',
    'spins × pgUs / 1,000,000 / use + nodes × places × dbRest / 1,000 / use',
    cores(k.pgUs) + rest,
  )
  add('written ahead', 'log', 'spins × wal / 1,000,000', (spins * wal) / 1e6, 'MB/s')
  const kept = (spins * mean * 86_400 * days * row) / 1e9
  add('rounds kept', 'kept', 'spins × mean × 86,400 × days × row / 1,000,000,000', kept, 'GB')
  add('servers by cores', 'byCores', 'pgCores / dbCores', k.pgCores! / k.dbCores)
  add('servers by log', 'byLog', 'log / dbLog / use', k.log! / k.dbLog / use)
  add('servers by disk', 'byDisk', 'kept / dbDisk / use', k.kept! / k.dbDisk / use)
  const servers = Math.max(k.byCores!, k.byLog!, k.byDisk!)
  add('Postgres servers', 'servers', 'max(byCores, byLog, byDisk)', servers)
  add('places', 'places', 'max(places, servers)', Math.max(k.places, servers))
  const connections = k.nodes * NODE_CONNECTIONS + k.lanes * LANE_CONNECTIONS
  add(
    'connections of all nodes to each place',
    'connections',
    `nodes × ${NODE_CONNECTIONS} + lanes × ${LANE_CONNECTIONS}`,
    connections,
  )
}

function addTraffic(add: Add, k: Known): void {
  const { spins } = k
  const mbit = (bytes: number) => (spins * bytes * 8) / 1e6
  const by = (name: string) => `spins × ${name} × 8 / 1,000,000`
  add('traffic of players', 'playNet', by('playBytes'), mbit(k.playBytes), 'Mbit/s')
  add('of wallets', 'walletNet', by('calls × callBytes'), mbit(k.calls * k.callBytes), 'Mbit/s')
  add('of Redis', 'redisNet', by('redisBytes'), mbit(k.redisBytes), 'Mbit/s')
  add('of the logs to standbys', 'logNet', by('wal × standbys'), mbit(k.wal * k.standbys), 'Mbit/s')
}

export interface Fleet extends Price {
  lanes: number
  nodes: number
  /** Places whose players an average player's lane has. */
  met: number
  /** Rounds a second of one lane and one place. */
  pair: number
}

interface Price {
  rowsACommit: number
  /** Of a round. */
  commits: number
  /** Commits a round more than where the costs were measured. */
  further: number
  laneUs: number
  othersUs: number
  pgUs: number
}

/**
 * More lanes have fewer rounds in each commit, and so cost more: grows from one lane until what it
 * has is enough. Ends, because a round has at most `rows` commits.
 */
function settleFleet(v: Values, places: number, isLedByPlace: boolean): Fleet {
  const forCalls = Math.ceil((v.spins * v.calls * v.latency) / 1e3 / CALLS_OF_LANE)
  const forFronts = Math.ceil((LANES_A_NODE * v.spins * v.front) / 1e6 / v.use)
  for (let lanes = Math.max(1, forCalls, forFronts); ; ) {
    const nodes = Math.ceil(lanes / LANES_A_NODE)
    const met = isLedByPlace ? countPlacesMet(nodes, places) : places
    const pair = v.spins / lanes / met
    const price = priceOf(v, pair)
    const needed = Math.ceil((v.spins * price.laneUs) / 1e6 / v.use)
    if (needed <= lanes) return { lanes, nodes, met, pair, ...price }
    lanes = needed
  }
}

/**
 * What a round costs where one lane has so many of one place a second: never less than where its
 * costs were measured.
 */
export function priceOf(v: Values, pair: number): Price {
  const rowsACommit = countRows(v, pair)
  const commits = v.rows / rowsACommit
  const further = Math.max(0, commits - v.rows / countRows(v, v.at))
  const secured = v.tls * v.calls
  return {
    rowsACommit,
    commits,
    further,
    laneUs: v.lane + further * v.laneCommit + secured * v.tlsCall,
    othersUs: v.others + secured * v.tlsOthers,
    pgUs: v.postgres + further * v.dbCommit,
  }
}

/** The row that begins a commit, and those that come while the commit before takes its time. */
const countRows = ({ rows, commit }: Values, pair: number) => 1 + (pair * rows * commit) / 1e3
