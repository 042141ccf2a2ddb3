// The record of a round as one text, identical wherever it is printed, and its hash: the basis for
// judging a dispute. Holds no key: a seed is a secret only while something still depends on it.

import { createHash } from 'node:crypto'
import type { KnownRound } from '../../ledger/rounds/unfinished-rounds.ts'
import { canonicalJson } from '../../operator/canonical-json.ts'
import type { RoundProgress } from '../../round/round.ts'

export interface PrintedRecord {
  /**
   * JSON with sorted keys; amounts as texts of minor units, times as milliseconds since 1970, the
   * seed in hex, or null while it is secret.
   */
  text: string
  sha256: string
}

export function printRecord({ projectId, playerId, round }: KnownRound): PrintedRecord {
  const { playerKey: _, seed, ...intent } = round.intent
  const record = {
    projectId,
    playerId,
    intent: { ...intent, seed: isSeedSecret(round) ? null : Buffer.from(seed).toString('hex') },
    progress: round.progress,
  }
  const exact = (_: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  const text = canonicalJson(JSON.parse(JSON.stringify(record, exact)))
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}

const OPEN: readonly RoundProgress['state'][] = [
  'debit_pending',
  'in_progress',
  'reconciliation_required',
]

/** The player still has a decision to make: the seed would show what each choice leads to. */
export function isSeedSecret({ progress }: KnownRound['round']): boolean {
  return progress.awaiting && OPEN.includes(progress.state)
}
