// One `session_info` to an operator's wallet, for a person who checks whether it answers: what came
// back, how long it took, what was wrong. Moves no money, and never shows the key that it sends.

import { performance } from 'node:perf_hooks'
import type { Currency } from '../core/money.ts'
import type { UnknownReason } from '../core/wallet-operation.ts'
import { createWalletBodies } from './bodies.ts'
import type { WalletClient, WalletTarget } from './client.ts'

export interface TestedPlayer {
  readonly playerId: string
  readonly sessionId: string
  readonly currency: Currency
  readonly gameId: string
}

export interface ConnectionTest {
  readonly latencyMs: number
  /** Null: no answer came yet. */
  readonly httpStatus: number | null
  readonly result:
    | { readonly kind: 'accepted'; readonly balanceMinor: bigint }
    | { readonly kind: 'failed'; readonly code: ConnectionProblem; readonly detail: string }
}

/** The two codes of the operator API, and ours. */
export type ConnectionProblem =
  | 'CALLBACK_HTTP_ERROR'
  | 'INVALID_CALLBACK_RESPONSE'
  | 'WALLET_ERROR'
  | 'TIMEOUT'
  | 'NETWORK_ERROR'
  | 'ADDRESS_REFUSED'
  | 'TOO_MANY_CALLS'

const PROBLEMS: Readonly<Record<UnknownReason, ConnectionProblem>> = {
  'http-status': 'CALLBACK_HTTP_ERROR',
  'invalid-answer': 'INVALID_CALLBACK_RESPONSE',
  'wallet-error': 'WALLET_ERROR',
  timeout: 'TIMEOUT',
  network: 'NETWORK_ERROR',
  'address-refused': 'ADDRESS_REFUSED',
  'too-many-calls': 'TOO_MANY_CALLS',
}

export async function testConnection(
  client: Pick<WalletClient, 'call'>,
  project: WalletTarget & { readonly apiKey: string },
  player: TestedPlayer,
): Promise<ConnectionTest> {
  const { apiKey } = project
  const body = createWalletBodies({ apiKey, ...player }).sessionInfo()
  let httpStatus: number | null = null
  const observer = { onStatus: (status: number) => (httpStatus = status), onBytes: () => {} }
  const startedMs = performance.now()
  const answer = await client.call(project, player.currency, 'session_info', body, { observer })
  const latencyMs = performance.now() - startedMs
  return { latencyMs, httpStatus, result: resultOf(answer) }
}

function resultOf(answer: Awaited<ReturnType<WalletClient['call']>>): ConnectionTest['result'] {
  if (answer.kind === 'accepted') return answer
  // Only a bet can be refused.
  if (answer.kind === 'refused')
    return { kind: 'failed', code: 'WALLET_ERROR', detail: answer.code }
  return { kind: 'failed', code: PROBLEMS[answer.reason], detail: answer.detail }
}
