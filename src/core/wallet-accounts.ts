// The books of a wallet: what an operation moves, how its repeat is answered, what a cancelled bet
// does. The only place with these rules in TypeScript; lua/wallet-apply.lua keeps the same ones for
// many nodes, and a test compares the two. Independent of HTTP, clock and keys. Source: operator
// API, "Events".

import type { AccountOperation } from './wallet-operation.ts'

export type MoneyOperation = Exclude<AccountOperation, { kind: 'read' }>

export interface AccountHolder {
  readonly playerId: string
  readonly currency: string
}

export type AccountCode =
  | 'ok'
  | 'INSUFFICIENT_FUNDS'
  | 'TRANSACTION_CANCELLED'
  /** A known transaction with another amount. */
  | 'INVALID_AMOUNT'
  /**
   * A known transaction of another kind, player or currency, or a refund without an original bet.
   */
  | 'INVALID_TRANSACTION'

/** What is kept of a transaction. */
export interface AccountRecord extends AccountHolder {
  readonly kind: MoneyOperation['kind']
  readonly amountMinor: bigint
  /**
   * `refused` because the balance was too low; a bet is `cancelled` by its refund, debited before
   * or not.
   */
  state: 'applied' | 'refused' | 'cancelled'
  /** Its effect on the balance: all of them together are the balance's change, to the unit. */
  readonly movedMinor: bigint
}

export interface Accounts {
  balance(holder: AccountHolder): bigint
  /** Moves money at most once per transaction. */
  apply(holder: AccountHolder, operation: MoneyOperation): AccountCode
  /** By transaction. */
  readonly records: Map<string, AccountRecord>
  /** Corrects a balance without a transaction. */
  move(holder: AccountHolder, minor: bigint): void
}

/**
 * Operator API, "Methods": a free spin bets nothing, and the refund of its bet gives nothing back.
 */
export function isAmountPossible(
  kind: MoneyOperation['kind'],
  amountMinor: bigint,
  isFreeSpin: boolean,
): boolean {
  const mayBeZero = kind === 'refund' || (kind === 'bet' && isFreeSpin)
  return amountMinor > 0n || (amountMinor === 0n && mayBeZero)
}

/**
 * @param openingMinor balance of a player who was never seen; called at each look until money moves
 */
export function createAccounts(openingMinor: () => bigint): Accounts {
  const balances = new Map<string, bigint>()
  const records = new Map<string, AccountRecord>()

  const keyOf = ({ playerId, currency }: AccountHolder) => `${currency} ${playerId}`
  const balance = (holder: AccountHolder) => balances.get(keyOf(holder)) ?? openingMinor()
  const move = (holder: AccountHolder, minor: bigint) =>
    void balances.set(keyOf(holder), balance(holder) + minor)

  function settle(
    holder: AccountHolder,
    { kind, amountMinor, transaction }: MoneyOperation,
    state: AccountRecord['state'],
    movedMinor: bigint,
  ): void {
    const { playerId, currency } = holder
    records.set(transaction, { kind, playerId, currency, amountMinor, state, movedMinor })
    if (movedMinor !== 0n) move(holder, movedMinor)
  }

  function bet(holder: AccountHolder, operation: MoneyOperation): AccountCode {
    const isEnough = balance(holder) >= operation.amountMinor
    settle(
      holder,
      operation,
      isEnough ? 'applied' : 'refused',
      isEnough ? -operation.amountMinor : 0n,
    )
    return isEnough ? 'ok' : 'INSUFFICIENT_FUNDS'
  }

  /** The bet is given back if it was debited, and refused from now on in any case. */
  function refund(
    holder: AccountHolder,
    operation: Extract<MoneyOperation, { kind: 'refund' }>,
  ): AccountCode {
    const { originalTransaction: transaction, amountMinor } = operation
    const original = { kind: 'bet', transaction, amountMinor } as const
    const found = records.get(transaction)
    const problem = found === undefined ? null : mismatch(found, holder, original)
    if (problem !== null) return problem
    settle(holder, operation, 'applied', found?.state === 'applied' ? amountMinor : 0n)
    if (found === undefined) settle(holder, original, 'cancelled', 0n)
    else found.state = 'cancelled'
    return 'ok'
  }

  return {
    balance,
    records,
    move,
    apply(holder, operation) {
      const known = records.get(operation.transaction)
      if (known !== undefined) return repeat(known, holder, operation)
      if (operation.kind === 'bet') return bet(holder, operation)
      if (operation.kind === 'refund') return refund(holder, operation)
      settle(holder, operation, 'applied', operation.amountMinor)
      return 'ok'
    },
  }
}

/** A repeat is answered from the record; with another body it is refused. */
function repeat(
  known: AccountRecord,
  holder: AccountHolder,
  operation: MoneyOperation,
): AccountCode {
  const problem = mismatch(known, holder, operation)
  // A cancelled bet is refused whatever its repeat says of the amount.
  if (known.state === 'cancelled' && problem !== 'INVALID_TRANSACTION') {
    return 'TRANSACTION_CANCELLED'
  }
  if (problem !== null) return problem
  return known.state === 'refused' ? 'INSUFFICIENT_FUNDS' : 'ok'
}

function mismatch(
  known: AccountRecord,
  { playerId, currency }: AccountHolder,
  { kind, amountMinor }: Pick<MoneyOperation, 'kind' | 'amountMinor'>,
): 'INVALID_AMOUNT' | 'INVALID_TRANSACTION' | null {
  const isSame = known.kind === kind && known.playerId === playerId && known.currency === currency
  if (!isSame) return 'INVALID_TRANSACTION'
  return known.amountMinor === amountMinor ? null : 'INVALID_AMOUNT'
}
