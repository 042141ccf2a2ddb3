// The faults of a run and their times, decided by its seed alone: windows of faults with calm
// between them. Has names and times only; injects nothing.

import { type Chance, createChance } from '../support/chance.ts'

/** Every fault, by the class that `--faults` also accepts. */
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
  /**
   * For faults that stop something or make it unavailable; other faults last as long as they last.
   */
  forMs: number
  /** Chooses the node, wallet or share of players for the faults that need one. */
  node: number
  operator: number
  share: number
}

export interface Window {
  /** Calm before it. */
  calmMs: number
  forMs: number
  faults: readonly PlannedFault[]
  /** By operator: the share of the usual rate at which its wallet's calls go wrong meanwhile. */
  walletRates: readonly number[]
}

export interface PlanOptions {
  seed: number
  /** The planned duration: a short run has short windows, so that many faults are included. */
  totalMs: number
  nodes: number
  operators: number
  faults: readonly FaultName[]
}

/** The names and classes in `text`; null when one of them is unknown. */
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

/**
 * Mostly one fault, at times two or three, each of another class: a store gets one fault at a time.
 */
function drawTogether(chance: Chance, draw: () => FaultName): FaultName[] {
  const count = chance.is(0.6) ? 1 : chance.is(0.7) ? 2 : 3
  const names: FaultName[] = []
  for (let i = 0; i < count; i++) {
    const name = draw()
    if (names.every(other => FAULTS[other][0] !== FAULTS[name][0])) names.push(name)
  }
  return names
}

/** Every fault is used once before any is used again. */
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

/** The last operator's wallet is the worst: it has faults in every window. */
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
