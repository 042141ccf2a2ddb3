// The possible faults of one call to a store or a wallet, on its way there and back. The first of
// each table is a call that works; a seed picks among all, a full walk among the faults only.

import { WALLET_DEADLINE_MS } from '../../src/limits.ts'
import { type Table, tableOf } from './choices.ts'

export interface Fate {
  readonly name: string
  /** When it is applied, from now; null: it never arrives. */
  readonly appliedMs: number | null
  /** When the caller gets its answer, from now. */
  readonly knownMs: number
  /** The caller gets only the failure. */
  readonly fails?: true
  /** It arrives a second time. */
  readonly againMs?: number
}

/** A Redis command on the player state, a write to the ledger, a read of it, a wallet call. */
export type Route = 'redisState' | 'write' | 'read' | 'wallet'
export type Fates = Readonly<Record<Route, Table<Fate>>>

const ok = (ms: number): Fate => ({ name: 'ok', appliedMs: ms, knownMs: ms })
const NEVER = { name: 'lost on the way', appliedMs: null, fails: true } as const

const HOT = {
  works: ok(1),
  refused: { ...NEVER, name: 'refused', knownMs: 1 },
  lostAnswer: { name: 'applied, answer lost', appliedMs: 1, knownMs: 2_000, fails: true },
  slow: { name: 'slow', appliedMs: 1, knownMs: 1_900 },
  late: { name: 'late', appliedMs: 2_600, knownMs: 2_000, fails: true },
} as const satisfies Record<string, Fate>

const WRITE = {
  works: ok(2),
  refused: { ...NEVER, name: 'not committed', knownMs: 3 },
  lostAnswer: { name: 'committed, answer lost', appliedMs: 2, knownMs: 30, fails: true },
  slow: { name: 'committed slowly', appliedMs: 9_000, knownMs: 9_000 },
  slowAnswer: { name: 'committed, answered late', appliedMs: 2, knownMs: 9_000 },
  late: { name: 'committed after its deadline', appliedMs: 13_000, knownMs: 12_000, fails: true },
} as const satisfies Record<string, Fate>

const READ = {
  works: ok(1),
  refused: { ...NEVER, name: 'failed', knownMs: 2 },
  slow: { name: 'read, answered late', appliedMs: 1, knownMs: 4_000 },
} as const satisfies Record<string, Fate>

const WALLET = {
  works: ok(5),
  refused: { ...NEVER, name: 'no connection', knownMs: 1 },
  lost: { ...NEVER, knownMs: WALLET_DEADLINE_MS },
  lostAnswer: {
    name: 'applied, answer lost',
    appliedMs: 5,
    knownMs: WALLET_DEADLINE_MS,
    fails: true,
  },
  slow: { name: 'slow', appliedMs: 5, knownMs: 1_950 },
  late: { name: 'late', appliedMs: 2_500, knownMs: WALLET_DEADLINE_MS, fails: true },
  veryLate: { name: 'very late', appliedMs: 40_000, knownMs: WALLET_DEADLINE_MS, fails: true },
  twice: { name: 'twice', appliedMs: 5, knownMs: 6, againMs: 30_000 },
} as const satisfies Record<string, Fate>

export const RANDOM_FATES: Fates = {
  redisState: tableOf<Fate>([
    [HOT.works, 700],
    [ok(0), 120],
    [ok(7), 120],
    [ok(60), 20],
    [HOT.refused, 4],
    [HOT.lostAnswer, 4],
    [HOT.slow, 3],
    [HOT.late, 2],
  ]),
  write: tableOf<Fate>([
    [WRITE.works, 600],
    [ok(1), 150],
    [ok(12), 150],
    [ok(300), 20],
    [WRITE.refused, 5],
    [WRITE.lostAnswer, 5],
    [WRITE.slow, 2],
    [WRITE.slowAnswer, 2],
    [WRITE.late, 2],
  ]),
  read: tableOf<Fate>([
    [READ.works, 700],
    [ok(0), 120],
    [ok(15), 120],
    [READ.refused, 6],
    [READ.slow, 4],
  ]),
  wallet: tableOf<Fate>([
    [WALLET.works, 600],
    [ok(40), 150],
    [ok(600), 30],
    [WALLET.refused, 8],
    [WALLET.lost, 8],
    [WALLET.lostAnswer, 10],
    [WALLET.slow, 6],
    [WALLET.late, 8],
    [WALLET.veryLate, 4],
    [WALLET.twice, 6],
  ]),
}

/** A wallet that is down: calls that still arrive are not answered. */
export const AWAY_FATES: Table<Fate> = tableOf<Fate>([
  [WALLET.lost, 6],
  [WALLET.lostAnswer, 2],
  [WALLET.late, 1],
  [WALLET.veryLate, 1],
])

const each = (fates: Readonly<Record<string, Fate>>): Table<Fate> =>
  tableOf(Object.values(fates).map(fate => [fate, 1] as const))

/** For a full walk: every fault once, without differences in speed only. */
export const EXPLORED_FATES: Fates = {
  redisState: each(HOT),
  write: each(WRITE),
  read: each(READ),
  wallet: each(WALLET),
}
