// SPDX-License-Identifier: Apache-2.0
// What the mock wallet remembers: every operation, notification and summary that it received, how
// often and with which body, and the accounts that they changed. Bounded; independent of HTTP and
// faults.

import { createHash } from 'node:crypto'
import {
  type AccountHolder,
  type AccountRecord,
  type Accounts,
  isAmountPossible,
  type MoneyOperation,
} from '../core/wallet-accounts.ts'
import { MOCK_WALLET_RECORDS } from '../limits.ts'
import type {
  Bet,
  FreeSpin,
  FreeSpinsFinished,
  Refund,
  RoundInfo,
  WalletCallback,
  Win,
} from '../sdk/wallet-callback.ts'

/** What is remembered of a message that may come more than once. */
export interface Received {
  /** The first body, or its hash. */
  readonly text: string
  timesSeen: number
  /** Bodies of repeats that were not byte for byte the first one: a fault of the platform. */
  readonly differing: string[]
}

export interface MockOperation extends Received {
  readonly transaction: string
  readonly method: 'bet' | 'win' | 'refund'
  readonly playerId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly roundId: string
  /** The transaction of the refunded bet. */
  readonly originalTransaction: string | null
  readonly freeSpin: FreeSpin | null
  /** A `round_info` of its round had `forced`. */
  readonly forced: boolean
  /**
   * `refused` because the balance was too low; `cancelled` for a refunded bet; `none` when it was
   * received but not carried out.
   */
  readonly state: 'applied' | 'refused' | 'cancelled' | 'none'
  /** Its effect on the balance; all those of a player together are the balance's change. */
  readonly movedMinor: bigint
}

export interface MockNotification extends Received {
  readonly callback: RoundInfo
}

export interface MockSummary extends Received {
  readonly callback: FreeSpinsFinished
}

export interface MockBook {
  /** Remembers a call; null when the book is full: such a call must not be carried out. */
  note(callback: WalletCallback, text: string): Received | null
  /** Carries a call out, at most once; 'ok' or the code of the refusal. */
  apply(callback: WalletCallback): string
  /** The transaction of a call was carried out, refused or cancelled before. */
  isBooked(callback: WalletCallback): boolean
  balance(holder: AccountHolder): bigint
  /** Every transaction received, in the order of its first call. */
  operations(): MockOperation[]
  notifications(): MockNotification[]
  /** By grant id. */
  summaries(): ReadonlyMap<string, MockSummary>
  /** A transaction repeated with another body, or an amount that no operation can have. */
  violations(): readonly string[]
}

/** How many differing bodies of repeats are kept. */
const DIFFERING_KEPT = 10

interface Entry extends Received {
  readonly callback: WalletCallback
}

type MoneyCall = Bet | Win | Refund
const isMoney = (call: WalletCallback): call is MoneyCall =>
  call.method === 'bet' || call.method === 'win' || call.method === 'refund'

/** How much is remembered; see MockWalletOptions. */
interface BookBounds {
  readonly recordsMax?: number | undefined
  readonly keepsBodies?: boolean | undefined
}

export function createMockBook(accounts: Accounts, bounds: BookBounds = {}): MockBook {
  const recordsMax = bounds.recordsMax ?? MOCK_WALLET_RECORDS
  const keep = bounds.keepsBodies === false ? hashOf : (text: string) => text
  const entries = new Map<string, Entry>()
  const forcedRounds = new Set<string>()
  const violations: string[] = []

  /** Reads every entry of one kind. */
  const list = <Item>(read: (entry: Entry) => Item | null) =>
    [...entries.values()].map(read).filter(item => item !== null)

  return {
    note(callback, body) {
      const text = keep(body)
      const key = keyOf(callback)
      const known = key === null ? undefined : entries.get(key)
      if (known === undefined) {
        const entry = { callback, text, timesSeen: 1, differing: [] }
        if (key === null) return entry
        if (entries.size >= recordsMax) return null
        entries.set(key, entry)
        return entry
      }
      known.timesSeen += 1
      if (known.text !== text && known.differing.length < DIFFERING_KEPT) known.differing.push(body)
      return known
    },
    apply(callback) {
      if (callback.method === 'round_info' && callback.forced) forcedRounds.add(callback.roundId)
      if (!isMoney(callback)) return 'ok'
      const kind = callback.method
      const isFreeSpin = kind !== 'refund' && callback.freeSpin !== null
      const code = isAmountPossible(kind, callback.amountMinor, isFreeSpin)
        ? accounts.apply(callback, { ...callback, kind } as MoneyOperation)
        : 'INVALID_AMOUNT'
      const isViolation = code === 'INVALID_AMOUNT' || code === 'INVALID_TRANSACTION'
      if (isViolation && violations.length < recordsMax) {
        violations.push(`${code}: ${callback.method} ${callback.transaction}`)
      }
      return code
    },
    isBooked: callback => isMoney(callback) && accounts.records.has(callback.transaction),
    balance: accounts.balance,
    operations: () =>
      list(({ callback, ...received }) =>
        isMoney(callback) ? describe(callback, received, forcedRounds, accounts.records) : null,
      ),
    notifications: () =>
      list(({ callback, ...received }) =>
        callback.method === 'round_info' ? { ...received, callback } : null,
      ),
    summaries: () =>
      new Map(
        list(({ callback, ...received }) =>
          callback.method === 'freespins_finished'
            ? ([callback.grantId, { ...received, callback }] as const)
            : null,
        ),
      ),
    violations: () => violations,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** What makes two calls the same; null for a call that has no repeats. */
function keyOf(callback: WalletCallback): string | null {
  const { method } = callback
  if (method === 'session_info') return null
  if (method === 'freespins_finished') return `grant ${callback.grantId}`
  if (method === 'round_info') return `${callback.event} ${callback.roundId}`
  return `transaction ${callback.transaction}`
}

function describe(
  call: MoneyCall,
  { text, timesSeen, differing }: Received,
  forcedRounds: ReadonlySet<string>,
  records: ReadonlyMap<string, AccountRecord>,
): MockOperation {
  const { method, transaction, playerId, currency, amountMinor, roundId } = call
  const record = records.get(transaction)
  return {
    method,
    transaction,
    playerId,
    currency,
    amountMinor,
    roundId,
    originalTransaction: call.method === 'refund' ? call.originalTransaction : null,
    freeSpin: call.method === 'refund' ? null : call.freeSpin,
    forced: forcedRounds.has(roundId),
    state: record?.state ?? 'none',
    movedMinor: record?.movedMinor ?? 0n,
    text,
    timesSeen,
    differing,
  }
}
