// What a wallet call is and what its answer means. Unknown is a state, not an error: the operation
// may have been applied, so it is repeated with the same body until the answer is clear.

import type { Currency } from './money.ts'
import type { PlayerRef } from './player.ts'

/** The calls to an operator's wallet. Source: operator API, "Wallet callbacks". */
export const WALLET_METHODS = [
  'session_info',
  'bet',
  'win',
  'round_info',
  'refund',
  'freespins_finished',
] as const
export type WalletMethod = (typeof WALLET_METHODS)[number]

export type OperationStatus = 'planned' | 'sent' | 'unknown' | 'confirmed' | 'rejected'

/** Why an answer could not be read as yes or no; a label for logs and metrics. */
export type UnknownReason =
  | 'timeout'
  | 'network'
  | 'http-status'
  | 'invalid-answer'
  | 'wallet-error'
  | 'address-refused'
  | 'too-many-calls'

/**
 * Refusals of a bet that no repeat changes. Ours: they end a round only in a project with the
 * setting `finalRefusals`; by the contract they are unknown outcomes.
 */
export const FINAL_REFUSALS = [
  'PLAYER_BLOCKED',
  'LIMIT_REACHED',
  'SESSION_CLOSED',
  'BET_NOT_ALLOWED',
] as const
/** The same for documents. */
export const FINAL_REFUSALS_LISTED = FINAL_REFUSALS.map(code => `\`${code}\``).join(', ')
/** Answers to a bet, with HTTP 200, after which nothing was debited. */
export const BET_REFUSALS = ['INSUFFICIENT_FUNDS', ...FINAL_REFUSALS] as const
export type BetRefusal = (typeof BET_REFUSALS)[number]

export type WalletAnswer =
  | { kind: 'accepted'; balanceMinor: bigint }
  | { kind: 'refused'; code: BetRefusal }
  | { kind: 'unknown'; reason: UnknownReason; detail: string }

/** The operations that move money. */
export const TRANSACTION_KINDS = ['bet', 'win', 'refund'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The beginning of a transaction's id, before its round's; the kind is its first group. */
export const TRANSACTION_PREFIX = new RegExp(`^(${TRANSACTION_KINDS.join('|')})-`, 'i')

/**
 * Transaction ids are derived from the round and the kind, so a round can't have two of the same
 * kind.
 */
export function transactionId(kind: TransactionKind, roundId: string): string {
  return `${kind}-${roundId}`
}

/** An account of the built-in wallet. */
export interface AccountRef extends PlayerRef {
  readonly currency: Currency
}

/** What a wallet does to an account: the wallet's side of the same operations. */
export type AccountOperation =
  | { readonly kind: 'read' }
  | { readonly kind: 'bet' | 'win'; readonly transaction: string; readonly amountMinor: bigint }
  | {
      readonly kind: 'refund'
      readonly transaction: string
      readonly originalTransaction: string
      readonly amountMinor: bigint
    }
