// What a run of the wallet kit has found and sent so far, as it is saved. Must never keep a key: it
// is masked in every body, and the bodies of one run are bounded.

import type {
  SavedCall,
  SavedCheck,
  WalletCheckOutcome,
} from '../../ledger/wallet-checks/wallet-checks.ts'
import { WALLET_CHECK_BODIES_MAX_CHARS } from '../../limits/admin.ts'
import { recordOf } from '../../wallet/call-log.ts'
import type { WalletCall } from '../../wallet/client.ts'
import type { Check } from '../../wallet-kit/check.ts'
import type { CheckResult } from '../../wallet-kit/check-run.ts'

export function createRecord(planned: readonly Check[], apiKey: string, nowMs: () => number) {
  const checks: SavedCheck[] = []
  const calls: SavedCall[] = []
  let keptChars = 0

  /** The kit's own forged keys are those of its calls, and are masked with them. */
  const withoutKey = (text: string | null) => text?.replaceAll(apiKey, '***') ?? null

  return {
    addResult: (result: CheckResult) => void checks.push(viewResult(result)),

    /** A client may not throw: its calls would not end. */
    addCall(call: WalletCall) {
      const { method, code, detail, atMs, ...sent } = recordOf(call, nowMs())
      const bodies = [sent.requestBody, withoutKey(sent.answerBody)] as const
      keptChars += bodies.reduce((sum, body) => sum + (body ?? '').length, 0)
      const isFull = keptChars > WALLET_CHECK_BODIES_MAX_CHARS
      calls.push({
        check: planned[checks.length]?.name ?? '',
        method,
        code,
        // A wallet's own message is in its answer; here it is cut, perhaps within a key.
        detail: code === 'WALLET_ERROR' ? null : detail,
        atMs: Math.round(atMs),
        latencyMs: Math.round(sent.latencyMs * 10) / 10,
        httpStatus: sent.httpStatus,
        requestBody: isFull ? null : bodies[0],
        answerBody: isFull ? null : bodies[1],
      })
    },

    read(outcome: WalletCheckOutcome | null) {
      const next = planned[checks.length]
      const isRunning = outcome === null && next !== undefined
      return { checks: isRunning ? [...checks, viewRunning(next)] : checks, calls, outcome }
    },
  }
}

function viewResult({ check, outcome, durationMs, reason, failure }: CheckResult): SavedCheck {
  const { name, group, title, contract, fix } = check
  const what = { name, group, title, outcome, durationMs: Math.round(durationMs), reason }
  return { ...what, failure: failure && { ...failure, contract, fix } }
}

function viewRunning({ name, group, title }: Check): SavedCheck {
  return { name, group, title, outcome: 'running', durationMs: 0, reason: null, failure: null }
}
