// What a run does and when, decided by its seed alone: windows of faults with calm between them. Knows
// names and times; does no harm itself.

import { type Chance, createChance } from './chance.ts'

/** Every fault, by the class that `--faults` names too. */
export const FAULTS = {
  'wallet-calls': ['wallet', 'single calls go wrong, in every way a wallet knows'],
  'wallet-outage': ['wallet', 'one wallet answers no call at all'],
  'redis-flush': ['redis', 'FLUSHALL'],
  'redis-empty': ['redis', 'killed, started empty'],
  'redis-stale': ['redis', 'killed, started with the data of some seconds before'],
  'redis-cut': ['redis', 'every connection is closed by the server'],
  'redis-pause': ['redis', 'stands still, then goes on'],
  'postgres-cut': ['postgres', 'every connection is ended by the server'],
  'postgres-restart': ['postgres', 'stopped at once, started again'],
  'postgres-pause': ['postgres', 'stands still, then goes on'],
  'node-kill': ['node', 'SIGKILL, started again'],
  'node-drain': ['node', 'SIGTERM, started again'],
  'node-pause': ['node', 'stands still, then goes on'],
  'lane-throw': ['lane', "a thread of a node's rounds throws"],
  'lane-exit': ['lane', 'a thread exits'],
  'lane-memory': ['lane', 'a thread runs out of memory'],
  'lane-hang': ['lane', 'a thread hangs in a computation'],
  'lanes-resize': ['resize', 'every node gets another number of lanes'],
  'network-cut': ['network', "players' connections end"],
} as const satisfies Record<string, readonly [faultClass: string, about: string]>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export interface PlannedFault {
  name: FaultName
  /** After the start of its window. */
  afterMs: number
  /** Of what stands still or is away; other faults take the time they take. */
  forMs: number
  /** Which node, wallet or share of players: read by the fault that needs it. */
  node: number
  operator: number
  share: number
}

export interface Window {
  /** Calm before it. */
  calmMs: number
  forMs: number
  faults: readonly PlannedFault[]
  /** By operator: how much of the usual rate its wallet's calls go wrong meanwhile. */
  walletRates: readonly number[]
}

export interface PlanOptions {
  seed: number
  /** What the run is meant to take: a short one has short windows, so that many faults come up. */
  totalMs: number
  nodes: number
  operators: number
  faults: readonly FaultName[]
}

/** The names and classes of `text`; null when one of them is neither. */
export function readFaults(text: string): FaultName[] | null {
  const wanted = text.split(',').map(name => name.trim())
  const found = wanted.map(word => FAULT_NAMES.filter(n => n === word || FAULTS[n][0] === word))
  return found.some(names => names.length === 0) ? null : [...new Set(found.flat())]
}

const SHORT_RUN_MS = 3 * 60_000

/** Windows without end: a run takes as many as it has time for. */
export function* planWindows(options: PlanOptions): Generator<Window, never> {
  const chance = createChance(options.seed, 'plan')
  const isShort = options.totalMs < SHORT_RUN_MS
  const draw = createDeck(chance, options.faults)
  for (;;) {
    const calmMs = Math.round(isShort ? chance.between(2_000, 3_000) : chance.between(5_000, 9_000))
    const forMs = Math.round(isShort ? chance.between(1_500, 3_000) : chance.between(2_000, 7_000))
    const faults = drawTogether(chance, draw).map(name => planFault(chance, name, forMs, options))
    yield { calmMs, forMs, faults, walletRates: drawRates(chance, faults, options) }
  }
}

/** Mostly one fault, at times two or three, each of another class: one store is harmed in one way. */
function drawTogether(chance: Chance, draw: () => FaultName): FaultName[] {
  const count = chance.is(0.6) ? 1 : chance.is(0.7) ? 2 : 3
  const names: FaultName[] = []
  for (let i = 0; i < count; i++) {
    const name = draw()
    if (names.every(other => FAULTS[other][0] !== FAULTS[name][0])) names.push(name)
  }
  return names
}

/** Every fault comes up once before one comes up again. */
function createDeck(chance: Chance, faults: readonly FaultName[]): () => FaultName {
  let deck: FaultName[] = []
  return () => {
    if (deck.length === 0) deck = [...faults]
    return deck.splice(chance.below(deck.length), 1)[0]!
  }
}

function planFault(
  chance: Chance,
  name: FaultName,
  windowMs: number,
  { nodes, operators }: PlanOptions,
): PlannedFault {
  const afterMs = Math.round(chance.between(0, windowMs / 4))
  return {
    name,
    afterMs,
    forMs: windowMs - afterMs,
    node: chance.below(nodes),
    operator: chance.below(operators),
    share: chance.pick([0.1, 0.5, 1]),
  }
}

/** The last operator's wallet is the nastiest: something is wrong with it in every window. */
function drawRates(
  chance: Chance,
  faults: readonly PlannedFault[],
  { operators, faults: allowed }: PlanOptions,
): number[] {
  if (!allowed.includes('wallet-calls')) return new Array(operators).fill(0)
  const all = faults.some(fault => fault.name === 'wallet-calls')
  return Array.from({ length: operators }, (_, i) => {
    const isNasty = i === operators - 1
    const own = all || chance.is(0.3) ? 1 : 0
    return isNasty ? 1 + own : own
  })
}
