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
  /** Where the contract requires it, and what it requires. */
  readonly contract: string
  /** What to do when it fails. */
  readonly fix: string
  /** The check that this one depends on: if that one fails, this one is not made. */
  readonly after?: string
  /** Not required by the contract: a failure is reported, but the wallet still passes. */
  readonly isAdvice?: true
  /** @param soFar every answer of the run, with its call */
  run(steps: Steps, soFar: readonly Answered[]): Promise<unknown>
}

export interface Answered {
  readonly call: Call
  readonly heard: Heard
}

export const BET = 100n
export const WIN = 250n

export const IDEMPOTENT =
  'Operator API, "Transport" 5: the wallet must answer a repeat from its own record'
export const REFUND_SAYS = 'Operator API, "Methods", refund: '

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
  if (balanceMinor >= MAX_AMOUNT_MINOR) {
    throw new CheckNotMade('the balance is larger than any bet can be')
  }
  return balanceMinor + 1n
}
