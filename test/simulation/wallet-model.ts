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

/** @param startMinor the starting balance of every account */
export function createWalletModel(startMinor: bigint) {
  const accounts = createAccounts(() => startMinor)
  const balanceOf = (playerId: string) => accounts.balance({ playerId, currency: CURRENCY })

  function take(callback: Callback): WalletAnswer {
    const { method, playerId, transaction } = callback
    const holder = { playerId, currency: CURRENCY }
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
