// SPDX-License-Identifier: Apache-2.0
// Runs the checks on an operator's wallet, one after the other, with one player. Its result never
// holds a key.

import { setTimeout as pass } from 'node:timers/promises'
import { createWalletClient, type WalletClient, type WalletTarget } from '../wallet/client.ts'
import type { Answered, Check } from './check.ts'
import type { CheckedPlayer } from './check-calls.ts'
import {
  CheckFailed,
  CheckNotMade,
  createSender,
  createSteps,
  type Failure,
  type Memory,
  type SendCall,
} from './check-steps.ts'
import { ADDRESSES, ANSWERS, AT_THE_SAME_MOMENT } from './checks-around.ts'
import { BETS, READING } from './checks-bets.ts'
import { REFUSED_FOR_GOOD } from './checks-final-refusals.ts'
import { FUNDS } from './checks-funds.ts'
import { LAST } from './checks-last.ts'
import { NOTICES } from './checks-notices.ts'
import { REFUNDS } from './checks-refunds.ts'
import { SIGNATURES } from './checks-signatures.ts'
import { WINS } from './checks-wins.ts'

/** In their order. docs/wallet-guide.md explains each; a test compares the two. */
export const CHECKS: readonly Check[] = [
  ...READING,
  ...BETS,
  ...WINS,
  ...REFUNDS,
  ...FUNDS,
  ...NOTICES,
  ...ADDRESSES,
  ...AT_THE_SAME_MOMENT,
  ...LAST,
  ...ANSWERS,
]

export interface CheckResult {
  readonly check: Check
  /** `advice`: a check that the contract does not require has failed. */
  readonly outcome: 'passed' | 'failed' | 'advice' | 'not-made'
  readonly failure: Failure | null
  /** Why it was not made. */
  readonly reason: string | null
  readonly durationMs: number
}

export interface CheckRun {
  readonly callbackUrl: string
  readonly playerId: string
  readonly currency: string
  readonly startedAtMs: number
  readonly results: readonly CheckResult[]
  readonly calls: number
  readonly slowestMs: number
}

export interface CheckOptions extends CheckedPlayer {
  readonly callbackUrl: string
  /** Development only: plain http and any port, only on loopback addresses. */
  readonly allowLoopback: boolean
  /** How long it waits for an answer. */
  readonly deadlineMs: number
  /** After this time the wallet must still know the first ids of the run. */
  readonly memoryMs: number
  /** Passes that time; sleeps if left out. */
  readonly pause?: Memory['pause'] | undefined
  readonly onResult?: ((result: CheckResult) => void) | undefined
  /** How a platform itself calls the wallet; left out: by a client of this run. */
  readonly through?: Through | undefined
  /** Nothing is sent once it aborts; the run then rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

interface Through {
  readonly client: Pick<WalletClient, 'call'>
  readonly target: WalletTarget
}

/** Those that a run makes, in their order. */
export function listChecks({
  signingKey,
  blockedPlayerId,
}: Pick<CheckedPlayer, 'signingKey' | 'blockedPlayerId'>): readonly Check[] {
  return [
    ...CHECKS,
    ...(signingKey === undefined ? [] : SIGNATURES),
    ...(blockedPlayerId === undefined ? [] : REFUSED_FOR_GOOD),
  ]
}

export async function checkWallet(options: CheckOptions): Promise<CheckRun> {
  if (options.through !== undefined) return makeChecks(options, options.through)
  const { callbackUrl, signingKey } = options
  const client = createWalletClient({
    allowLoopbackWallets: options.allowLoopback,
    // Only internal projects use it, and this is never one.
    builtInWalletUrl: 'https://none.invalid',
    deadlineMs: options.deadlineMs,
  })
  const signingKeys = signingKey === undefined ? [] : [signingKey]
  const target = { projectId: 'wallet-check', callbackUrl, internal: false, signingKeys }
  try {
    return await makeChecks(options, { client, target })
  } finally {
    await client.close()
  }
}

async function makeChecks(options: CheckOptions, through: Through): Promise<CheckRun> {
  const { callbackUrl, playerId, currency } = options
  const startedAtMs = Date.now()
  const answered: Answered[] = []
  const results: CheckResult[] = []
  const send = createSender(through, options, (heard, call) =>
    answered.push({ heard, call, atMs: performance.now() }),
  )
  for (const check of listChecks(options)) {
    const result = await makeCheck(check, options, send, results, answered)
    results.push(result)
    options.onResult?.(result)
  }
  const slowestMs = Math.round(Math.max(0, ...answered.map(({ heard }) => heard.latencyMs)))
  return {
    callbackUrl,
    playerId,
    currency,
    startedAtMs,
    results,
    calls: answered.length,
    slowestMs,
  }
}

/** False as soon as one binding check failed, or could not be made because another one failed. */
export function isPassed(run: CheckRun): boolean {
  return !run.results.some(({ outcome }) => outcome === 'failed')
}

/** The check is made only if the other one has passed. */
export function dependsOn({ after = [] }: Check, other: Check): boolean {
  return [after].flat().includes(other.name)
}

async function makeCheck(
  check: Check,
  options: CheckOptions,
  send: SendCall,
  before: readonly CheckResult[],
  answered: readonly Answered[],
): Promise<CheckResult> {
  const started = performance.now()
  const result = (found: Pick<CheckResult, 'outcome'> & Partial<CheckResult>): CheckResult => ({
    check,
    failure: null,
    reason: null,
    ...found,
    durationMs: performance.now() - started,
  })
  const base = before.find(one => dependsOn(check, one.check) && one.outcome !== 'passed')
  if (base !== undefined) {
    return result({ outcome: 'not-made', reason: `it rests on ${base.check.name}` })
  }
  const { memoryMs, pause = pass } = options
  try {
    await check.run(createSteps(options, send, { memoryMs, pause }), answered)
    return result({ outcome: 'passed' })
  } catch (error) {
    if (error instanceof CheckNotMade) return result({ outcome: 'not-made', reason: error.message })
    if (!(error instanceof CheckFailed)) throw error
    const outcome = check.isAdvice === true ? 'advice' : 'failed'
    return result({ outcome, failure: error.failure })
  }
}
