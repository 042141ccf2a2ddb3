// Everything known of the rounds with violations, one file each, so that they can be examined after
// the run. Only reads.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Violation } from './invariants.ts'
import { readAll } from './ledger.ts'
import type { ChaosSetup } from './setup.ts'
import type { Shown } from './shown.ts'
import type { WalletRecord } from './wallet-record.ts'

const ROUNDS_KEPT = 50

/**
 * The ledger's row, the wallet's calls, what the player was shown, and what Redis holds of the
 * player.
 */
export async function keepEvidence(
  folder: string,
  violations: readonly Violation[],
  { pools, stores }: ChaosSetup,
  record: WalletRecord,
  shown: Shown,
): Promise<void> {
  const ids = new Set(violations.flatMap(({ roundId }) => (roundId === null ? [] : [roundId])))
  if (ids.size === 0) return
  const to = path.join(folder, 'evidence')
  mkdirSync(to, { recursive: true })
  for (const roundId of [...ids].slice(0, ROUNDS_KEPT)) {
    const [row] = await readAll(
      pools,
      `SELECT r.*, encode(seed, 'hex') AS seed, player_id FROM round r
       JOIN player USING (player_key) WHERE round_id = $1`,
      [roundId],
    )
    const evidence = {
      violations: violations.filter(violation => violation.roundId === roundId),
      ledger: row ?? null,
      wallet: record.rounds.get(roundId) ?? null,
      shown: shown.rounds.get(roundId) ?? null,
      redisState:
        row === undefined ? null : await stores.readPlayerState(row.project_id, row.player_id),
    }
    const text = JSON.stringify(evidence, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2)
    writeFileSync(path.join(to, `${roundId}.json`), text)
  }
}
