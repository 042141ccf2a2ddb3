// A correct wallet in memory, by the operator API: every transaction once, a refund voids its bet
// for ever, a late bet of a voided transaction is refused. It reads the bodies that the platform
// sends.

import { parseMoney } from '../../src/core/money.ts'
import type { WalletAnswer } from '../../src/core/wallet-operation.ts'

/** One callback as it arrives. */
export interface Callback {
  readonly method: string
  readonly player: string
  readonly amountMinor: bigint
  readonly transaction: string
  readonly original: string
  readonly roundId: string
}

export interface Applied {
  /** `short`: refused for too low a balance. `void`: must never be debited again. */
  readonly kind: 'bet' | 'short' | 'void' | 'win' | 'refund'
  readonly roundId: string
  readonly player: string
  readonly amountMinor: bigint
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

export function readCallback(body: string): Callback {
  const text = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  const amount = text(AMOUNT)
  return {
    method: text(METHOD),
    player: text(PLAYER),
    amountMinor: amount === '' ? 0n : parseMoney(amount)!,
    transaction: text(TRANSACTION),
    original: text(ORIGINAL),
    roundId: text(ROUND),
  }
}

const failed = (detail: string): WalletAnswer => ({
  kind: 'unknown',
  reason: 'wallet-error',
  detail,
})

/** @param startMinor the starting balance of every account */
export function createWalletModel(startMinor: bigint) {
  const balances = new Map<string, bigint>()
  const transactions = new Map<string, Applied>()
  const balanceOf = (player: string) => balances.get(player) ?? startMinor

  function move(player: string, byMinor: bigint): void {
    balances.set(player, balanceOf(player) + byMinor)
  }

  function record(id: string, kind: Applied['kind'], callback: Callback): void {
    const { roundId, player, amountMinor } = callback
    transactions.set(id, { kind, roundId, player, amountMinor })
  }

  function bet(callback: Callback): WalletAnswer | null {
    const { player, transaction, amountMinor } = callback
    const known = transactions.get(transaction)
    if (known?.kind === 'void') return failed('TRANSACTION_CANCELLED')
    if (known?.kind === 'bet') return null
    const isShort = known?.kind === 'short' || balanceOf(player) < amountMinor
    if (known === undefined) record(transaction, isShort ? 'short' : 'bet', callback)
    if (isShort) return { kind: 'refused', code: 'INSUFFICIENT_FUNDS' }
    move(player, -amountMinor)
    return null
  }

  function win(callback: Callback): null {
    const { player, transaction, amountMinor } = callback
    if (transactions.has(transaction)) return null
    record(transaction, 'win', callback)
    move(player, amountMinor)
    return null
  }

  function refund(callback: Callback): WalletAnswer | null {
    const { player, transaction, original, amountMinor } = callback
    if (transactions.has(transaction)) return null
    const known = transactions.get(original)
    if (known !== undefined && known.amountMinor !== amountMinor) return failed('INVALID_AMOUNT')
    if (known?.kind === 'bet') move(player, amountMinor)
    record(original, 'void', callback)
    record(transaction, 'refund', callback)
    return null
  }

  function apply(callback: Callback): WalletAnswer | null {
    switch (callback.method) {
      case 'bet':
        return bet(callback)
      case 'win':
        return win(callback)
      case 'refund':
        return refund(callback)
      default:
        return null
    }
  }

  return {
    /** Applies a callback that arrives, and returns the wallet's answer. */
    take(callback: Callback): WalletAnswer {
      return apply(callback) ?? { kind: 'accepted', balanceMinor: balanceOf(callback.player) }
    },
    balanceOf,
    find: (transaction: string) => transactions.get(transaction),
    all: () => transactions.entries(),
  }
}

export type WalletModel = ReturnType<typeof createWalletModel>
