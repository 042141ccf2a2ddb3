// The simulated setups: a busy one for seeds, and small ones for full walks.

import { type Table, tableOf } from './choices.ts'
import type { Shape } from './fake-game.ts'
import {
  AWAY_FATES,
  EXPLORED_FATES,
  type Fate,
  type Fates,
  RANDOM_FATES,
  type Route,
} from './fates.ts'
import type { Habit } from './player.ts'
import type { Scenario, Trouble } from './simulated-deps.ts'

/** Kinds of fault that can be left out, with the events that they cause. */
export const FAULTS = {
  redis: ['player state is lost'],
  replica: [
    'player state loses its last write',
    'player state loses its last 3 writes',
    'player state loses its last 12 writes',
  ],
  postgres: [],
  wallet: ['the wallet is away for a while'],
  kills: ['a node is killed', 'a node is killed with its calls'],
  stalls: ['a node stands still', 'a node stands still for long'],
  memory: ['idle actors are forgotten', 'a recovery pass'],
  cancels: ['the operator cancels a round'],
  entitlements: ['a grant', 'a grant is cancelled', 'a target outcome'],
} as const satisfies Record<string, readonly Trouble[]>
export type Fault = keyof typeof FAULTS

const ROUTE_FAULTS: Readonly<Record<Route, Fault>> = {
  redisState: 'redis',
  write: 'postgres',
  read: 'postgres',
  wallet: 'wallet',
}

/** The scenario with only these faults. */
export function withFaults(scenario: Scenario, faults: readonly Fault[]): Scenario {
  const left: readonly Trouble[] = faults.flatMap(fault => [...FAULTS[fault]])
  const keep = <Thing>(table: Table<Thing>, isKept: (thing: Thing) => boolean) =>
    tableOf(
      table.things.flatMap((thing, at) =>
        at === 0 || isKept(thing) ? [[thing, table.weights[at]!] as const] : [],
      ),
    )
  const fatesOf = (route: Route) =>
    keep(scenario.fates[route], ({ name }) => name === 'ok' || faults.includes(ROUTE_FAULTS[route]))
  return {
    ...scenario,
    fates: {
      redisState: fatesOf('redisState'),
      write: fatesOf('write'),
      read: fatesOf('read'),
      wallet: fatesOf('wallet'),
    },
    troubles: keep(scenario.troubles, trouble => left.includes(trouble)),
  }
}

const only = <Thing>(thing: Thing) => tableOf([[thing, 1]])

/** The same events, some of them so many times as often. */
function weighted<Thing>(
  { things, weights }: Table<Thing>,
  isMore: (thing: Thing) => boolean,
  times: number,
): Table<Thing> {
  return tableOf(
    things.map((thing, at) => [thing, weights[at]! * (isMore(thing) ? times : 1)] as const),
  )
}

const mapFates = (change: (fates: Table<Fate>) => Table<Fate>): Fates => ({
  redisState: change(RANDOM_FATES.redisState),
  write: change(RANDOM_FATES.write),
  read: change(RANDOM_FATES.read),
  wallet: change(RANDOM_FATES.wallet),
})

/** About a hundred rounds: two players, each in two games at once, on two nodes. */
const BUSY: Scenario = {
  nodes: 2,
  players: 2,
  games: 2,
  spins: 25,
  startMinor: tableOf([
    [1_000_000n, 4],
    [60n, 1],
  ]),
  levels: tableOf([
    [false, 1],
    [true, 1],
  ]),
  shapes: tableOf<Shape>([
    ['pays', 4],
    ['loses', 3],
    ['choice', 2],
    ['gamble', 2],
  ]),
  habits: tableOf<Habit>([
    ['once', 20],
    ['twice at once', 2],
    ['again after the answer', 2],
    ['two spins at once', 1],
  ]),
  options: tableOf([
    [0, 1],
    [1, 1],
    [2, 1],
  ]),
  nodeOfPlayer: tableOf([
    [0, 1],
    [1, 1],
  ]),
  fates: RANDOM_FATES,
  walletAway: AWAY_FATES,
  troubles: tableOf<Trouble>([
    ['nothing', 9_800],
    ['player state is lost', 8],
    ['player state loses its last write', 5],
    ['player state loses its last 3 writes', 5],
    ['player state loses its last 12 writes', 3],
    ['a node is killed', 5],
    ['a node is killed with its calls', 5],
    ['a node stands still', 10],
    ['a node stands still for long', 5],
    ['the wallet is away for a while', 8],
    ['idle actors are forgotten', 6],
    ['the operator cancels a round', 150],
    ['a recovery pass', 10],
    ['a grant', 10],
    ['a grant is cancelled', 3],
    ['a target outcome', 10],
  ]),
}

/** A few rounds of one player on three nodes, with a fault at every turn. */
const CONTESTED: Scenario = {
  ...BUSY,
  nodes: 3,
  players: 1,
  games: 1,
  spins: 4,
  habits: tableOf<Habit>([
    ['once', 4],
    ['twice at once', 2],
    ['again after the answer', 1],
    ['two spins at once', 2],
  ]),
  nodeOfPlayer: tableOf([
    [0, 2],
    [1, 1],
    [2, 1],
  ]),
  fates: mapFates(fates => weighted(fates, ({ name }) => name !== 'ok', 6)),
  troubles: weighted(BUSY.troubles, trouble => trouble !== 'nothing', 8),
}

/**
 * Of four setups three are contested: they are small. In every third the platform decides past a
 * deadline; in every fifth the wallet refuses bets for good.
 */
export function scenarioOfSeed(seed: number): Scenario {
  const scenario = seed % 4 === 1 ? BUSY : CONTESTED
  return {
    ...scenario,
    ...(seed % 3 === 0 && { decisionDeadlineMinutes: DEADLINE_MINUTES }),
    ...(seed % 5 === 2 && { blocksOneIn: BLOCKS_ONE_IN }),
  }
}

/** Often, and not at every repeat: a bet may be debited, and its repeat refused for good. */
const BLOCKS_ONE_IN = 5

/** Three seconds: a player who waits for an answer collides with the platform's decision. */
const DEADLINE_MINUTES = 0.05

/** One round on two nodes; every fault, at every moment. */
export function smallScenario(shape: Shape): Scenario {
  return {
    nodes: 2,
    players: 1,
    games: 1,
    spins: 1,
    startMinor: only(1_000_000n),
    levels: only(false),
    shapes: only(shape),
    habits: tableOf<Habit>([
      ['once', 1],
      ['twice at once', 1],
    ]),
    options: only(1),
    nodeOfPlayer: tableOf([
      [0, 1],
      [1, 1],
    ]),
    fates: EXPLORED_FATES,
    walletAway: AWAY_FATES,
    troubles: tableOf<Trouble>([
      ['nothing', 1],
      ['player state is lost', 1],
      ['player state loses its last write', 1],
      ['a node is killed', 1],
      ['a node is killed with its calls', 1],
      ['a node stands still', 1],
      ['a node stands still for long', 1],
      ['the wallet is away for a while', 1],
      ['idle actors are forgotten', 1],
      ['the operator cancels a round', 1],
      ['a recovery pass', 1],
    ]),
  }
}
