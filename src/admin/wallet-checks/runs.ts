// The runs of the wallet kit that this node makes: a few at once, each through the guard and with
// the keys and certificate of play, saved while it goes on, ended by a deadline, by an owner or
// with the node. What is saved comes from record.ts, which masks keys.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '../../core/money.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import {
  beginWalletCheck,
  saveWalletCheck,
  type WalletCheckOutcome,
} from '../../ledger/wallet-checks/wallet-checks.ts'
import {
  WALLET_CHECK_DEADLINE_MS,
  WALLET_CHECK_MEMORY_MS,
  WALLET_CHECK_SAVE_MS,
  WALLET_CHECKS_AT_ONCE,
} from '../../limits/admin.ts'
import { WALLET_DEADLINE_MS } from '../../limits.ts'
import type { WalletCall, WalletClient } from '../../wallet/client.ts'
import type { Check } from '../../wallet-kit/check.ts'
import { createPlayerId, createSessionId } from '../../wallet-kit/check-calls.ts'
import { type CheckOptions, checkWallet, isPassed, listChecks } from '../../wallet-kit/check-run.ts'
import { createRecord } from './record.ts'

/** A name that no wallet has; its form is that of PLAYER_PATTERN in schema.ts. */
export const newPlayerId = createPlayerId

interface WalletCheckRunsDeps {
  /** Of the home database. */
  readonly pool: Pool
  /** The name of this node. */
  readonly node: string
  /**
   * A client for one run, as play calls wallets, but beside play's connections, log and metrics:
   * many calls of a run are wrong on purpose.
   */
  openClient(onCall: (call: WalletCall) => void): WalletClient
  nowMs(): number
  onFault(error: unknown): void
  /** For tests. */
  readonly deadlineMs?: number
}

export interface WalletCheckRuns {
  /** `running`: another run of the project goes on. `full`: this node makes enough of them. */
  begin(
    project: Project,
    wanted: { playerId: string; currency: Currency },
    by: AuditedBy,
  ): Promise<{ kind: 'begun'; checkId: string } | { kind: 'running' } | { kind: 'full' }>
  /** Ends every run; each is saved as interrupted. */
  close(): Promise<void>
}

export function createWalletCheckRuns(deps: WalletCheckRunsDeps): WalletCheckRuns {
  const runs = new Set<Promise<void>>()
  const closing = new AbortController()
  let begun = 0

  async function store(project: Project, run: Run, by: AuditedBy): Promise<boolean> {
    const { projectId, callbackUrl } = project
    const { checkId, options, planned } = run
    const { playerId, currency } = options
    const known = { checkId, projectId, callbackUrl, playerId, currency, node: deps.node }
    return beginWalletCheck(deps.pool, { ...known, planned: planned.length }, by)
  }

  return {
    async begin(project, wanted, by) {
      if (begun >= WALLET_CHECKS_AT_ONCE || closing.signal.aborted) return { kind: 'full' }
      begun++
      const run = planRun(project, wanted)
      const isStored = await store(project, run, by).catch(error => {
        begun--
        throw error
      })
      if (!isStored) {
        begun--
        return { kind: 'running' }
      }
      const made = makeRun(deps, project, run, closing.signal)
        .catch(deps.onFault)
        .finally(() => {
          begun--
          runs.delete(made)
        })
      runs.add(made)
      return { kind: 'begun', checkId: run.checkId }
    },
    async close() {
      closing.abort()
      await Promise.all(runs)
    },
  }
}

type Options = Omit<CheckOptions, 'through' | 'signal' | 'onResult' | 'pause'>

interface Run {
  readonly checkId: string
  readonly options: Options
  readonly planned: readonly Check[]
}

function planRun(project: Project, wanted: { playerId: string; currency: Currency }): Run {
  const options: Options = {
    ...wanted,
    apiKey: project.apiKey,
    signingKey: project.signingKeys[0],
    sessionId: createSessionId(),
    gameId: GAMES[0]!.id,
    callbackUrl: project.callbackUrl,
    // What may be called is decided by the node's own client.
    allowLoopback: false,
    deadlineMs: WALLET_DEADLINE_MS,
    memoryMs: WALLET_CHECK_MEMORY_MS,
  }
  return { checkId: uuidv7(), options, planned: listChecks(options) }
}

/** Resolves once the end is saved. Rejects when it could not be saved; the run is then lost. */
async function makeRun(
  { pool, openClient, onFault, nowMs, deadlineMs = WALLET_CHECK_DEADLINE_MS }: WalletCheckRunsDeps,
  project: Project,
  { checkId, options, planned }: Run,
  closing: AbortSignal,
): Promise<void> {
  const record = createRecord(planned, project.apiKey, nowMs)
  const ending = createEnding(deadlineMs, closing)
  const { signal, end } = ending
  const client = openClient(record.addCall)

  async function check(): Promise<void> {
    try {
      const found = await checkWallet({
        ...options,
        through: { client, target: project },
        signal,
        pause: ms => sleep(ms, undefined, { signal }),
        onResult: record.addResult,
      })
      end(isPassed(found) ? 'passed' : 'failed')
    } catch (error) {
      if (!signal.aborted) onFault(error)
      end('interrupted')
    }
  }

  async function keepSaving(): Promise<void> {
    while (!signal.aborted) {
      // The next save makes up for one that failed.
      const said = await saveWalletCheck(pool, checkId, record.read(null)).catch(onFault)
      if (said === 'stop-asked') end('stopped')
      if (said === 'ended') end('interrupted')
      await sleep(WALLET_CHECK_SAVE_MS, undefined, { signal }).catch(() => {})
    }
  }

  await Promise.all([check(), keepSaving()])
  ending.close()
  await client.close()
  await saveWalletCheck(pool, checkId, record.read(ending.outcome()))
}

/** Why a run ends: the first reason counts. */
function createEnding(deadlineMs: number, closing: AbortSignal) {
  const ending = new AbortController()
  let outcome: WalletCheckOutcome | null = null
  const end = (why: WalletCheckOutcome) => {
    outcome ??= why
    ending.abort()
  }
  const interrupt = () => end('interrupted')
  if (closing.aborted) interrupt()
  closing.addEventListener('abort', interrupt)
  const timer = setTimeout(() => end('late'), deadlineMs)
  return {
    signal: ending.signal,
    end,
    outcome: () => outcome,
    close() {
      clearTimeout(timer)
      closing.removeEventListener('abort', interrupt)
    },
  }
}
