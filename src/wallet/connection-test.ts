// One `session_info` to an operator's wallet, for a person who checks whether it answers: what came
// back, how long it took, what was wrong. Moves no money, and never shows the key that it sends.

import { performance } from 'node:perf_hooks'
import { CONNECTION_PROBLEMS, type ConnectionProblem } from '../core/callback-record.ts'
import type { Currency } from '../core/money.ts'
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
  return { kind: 'failed', code: CONNECTION_PROBLEMS[answer.reason], detail: answer.detail }
}
