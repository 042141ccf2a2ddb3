// A correct wallet in memory: the books of the operator API behind the bodies that the platform
// sends. Has no time: the simulation decides when a call arrives and when its answer does.

import { parseMoney } from '../../src/core/money.ts'
import { createAccounts, type MoneyOperation } from '../../src/core/wallet-accounts.ts'
import type { WalletAnswer } from '../../src/core/wallet-operation.ts'

/** One callback as it arrives. */
export interface Callback {
  readonly method: string
  readonly playerId: string
  readonly amountMinor: bigint
  readonly transaction: string
  readonly originalTransaction: string
  readonly roundId: string
}

const FIELD = (name: string) => new RegExp(`"${name}":"([^"]*)"`)
const [METHOD, PLAYER, TRANSACTION, ORIGINAL, ROUND] = [
  'method',
  'player_id',
  'transaction',
  'original_transaction',
  'round_id',
].map(FIELD) as [RegExp, RegExp, RegExp, RegExp, RegExp]
const AMOUNT = /"amount":([0-9.]+)/
/** The only currency of a simulation. */
const CURRENCY = 'EUR'

export function readCallback(body: string): Callback {
  const text = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  const amount = text(AMOUNT)
  return {
    method: text(METHOD),
    playerId: text(PLAYER),
    amountMinor: amount === '' ? 0n : parseMoney(amount)!,
    transaction: text(TRANSACTION),
    originalTransaction: text(ORIGINAL),
    roundId: text(ROUND),
  }
}

/**
 * A refused bet is refused so often, then answered from the books: a round that may not be
 * cancelled repeats its bet until an answer ends it. More often than a bet is tried before its
 * cancel.
 */
const BLOCKED_TIMES = 12

/**
 * @param startMinor the starting balance of every account
 * @param blocksOneIn the wallet refuses one bet in so many for good, before it looks the
 * transaction up: also a repeat of a bet that it has debited. 0: none
 */
export function createWalletModel(startMinor: bigint, blocksOneIn = 0) {
  const blocked = new Map<string, number>()
  let bets = 0
  const accounts = createAccounts(() => startMinor)
  const balanceOf = (playerId: string) => accounts.balance({ playerId, currency: CURRENCY })

  function isBlocked({ method, playerId, transaction, amountMinor }: Callback): boolean {
    if (method !== 'bet' || blocksOneIn === 0) return false
    const known = accounts.records.get(transaction)
    if (known?.state === 'cancelled') return false
    const times = blocked.get(transaction) ?? 0
    if (times >= BLOCKED_TIMES) return false
    if (times > 0) {
      blocked.set(transaction, times + 1)
      return true
    }
    if (++bets % blocksOneIn !== 0) return false
    if (known !== undefined) return true
    blocked.set(transaction, 1)
    const holder = { playerId, currency: CURRENCY }
    const record = { kind: 'bet', amountMinor, state: 'refused', movedMinor: 0n } as const
    accounts.records.set(transaction, { ...record, ...holder })
    return true
  }

  function take(callback: Callback, takesFinalRefusals = false): WalletAnswer {
    const { method, playerId, transaction } = callback
    const holder = { playerId, currency: CURRENCY }
    if (isBlocked(callback)) {
      const code = 'PLAYER_BLOCKED'
      if (takesFinalRefusals) return { kind: 'refused', code }
      return { kind: 'unknown', reason: 'wallet-error', detail: code }
    }
    const operation = { ...callback, kind: method } as unknown as MoneyOperation
    const code = transaction === '' ? 'ok' : accounts.apply(holder, operation)
    if (code === 'ok') return { kind: 'accepted', balanceMinor: balanceOf(playerId) }
    if (code === 'INSUFFICIENT_FUNDS') return { kind: 'refused', code }
    return { kind: 'unknown', reason: 'wallet-error', detail: code }
  }

  return {
    /** Applies a callback that arrives, and returns the wallet's answer. */
    take,
    balanceOf,
    records: accounts.records,
  }
}

export type WalletModel = ReturnType<typeof createWalletModel>
