// SPDX-License-Identifier: Apache-2.0
// What a check of a wallet is, and what several checks share. Sends nothing by itself.

import { MAX_AMOUNT_MINOR } from '../core/money.ts'
import type { Call } from './check-calls.ts'
import { CheckNotMade, type Heard, type Steps } from './check-steps.ts'

export interface Check {
  readonly name: string
  readonly group: string
  /** What a good wallet does. */
  readonly title: string
  /** The page and heading that require it, and what they require. */
  readonly contract: string
  /** What to do when it fails. */
  readonly fix: string
  /** The checks that this one depends on: if one of them fails, this one is not made. */
  readonly after?: string | readonly string[]
  /** Not required by the contract: a failure is reported, but the wallet still passes. */
  readonly isAdvice?: true
  /** @param soFar every answer of the run, with its call */
  run(steps: Steps, soFar: readonly Answered[]): Promise<unknown>
}

export interface Answered {
  readonly call: Call
  readonly heard: Heard
  /** When the answer came, on the clock of `performance.now()`. */
  readonly atMs: number
}

export const BET = 100n
export const WIN = 250n

export const IDEMPOTENT = 'docs/wallet-guide.md#repeats: a repeat is answered from your own record'
export const REFUND_SAYS = 'docs/wallet-guide.md#refund: '
export const MONEY_SAYS = 'docs/wallet-guide.md#money: amounts are exact, never floating point'

/**
 * 0.07, 0.29, 0.57 and 4.35: in binary floating point their hundredfold is just above or just below
 * the whole number, so that cutting the rest off, or rounding up, loses or adds a unit.
 */
export const UNEVEN = [7n, 29n, 57n, 435n] as const

export const is = ({ answer }: Heard, kind: Heard['answer']['kind']) => answer.kind === kind

export const isCode = ({ answer }: Heard, code: string) =>
  answer.kind === 'unknown' && answer.reason === 'wallet-error' && answer.detail === code

/** The same bytes three times: ok each time, and the money moves once. */
export async function repeated(steps: Steps, call: Call, movesMinor: bigint): Promise<void> {
  const before = await steps.balance()
  await steps.ok(call)
  await steps.balanceIs(before + movesMinor, `after one ${call.label}`)
  await steps.ok(call, 'the same again')
  await steps.ok(call, 'and again')
  await steps.balanceIs(before + movesMinor, 'as after the first')
}

/** The smallest amount that a balance can't pay. */
export function aboveBalance(balanceMinor: bigint): bigint {
  return requireBet(balanceMinor + 1n)
}

/** An amount that a check needs as a bet; the check is not made if no bet can be as large. */
export function requireBet(amountMinor: bigint): bigint {
  if (amountMinor <= MAX_AMOUNT_MINOR) return amountMinor
  throw new CheckNotMade('the balance is larger than bets can be')
}
