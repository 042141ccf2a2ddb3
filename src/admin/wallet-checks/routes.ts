// Runs of the wallet kit against a project's own wallet: begun and stopped by owners, followed and
// read by everyone. The runs themselves are in runs.ts.

import { isUuid } from '../../core/identifiers.ts'
import {
  askStop,
  findWalletCheck,
  type ListedWalletCheck,
  listWalletChecks,
  type WalletCheckReport as ReadReport,
} from '../../ledger/wallet-checks/wallet-checks.ts'
import { WALLET_CHECK_SAVE_MS, WALLET_CHECKS_AT_ONCE } from '../../limits/admin.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { printEvents, readEvery } from '../events.ts'
import { openProject } from '../keys/open.ts'
import { requireConfirmed } from '../projects/connection.ts'
import { hasProject, UNKNOWN_PROJECT } from '../reports/filters.ts'
import { type AdminRoute, answered, defineRoute, streamed } from '../route.ts'
import { newPlayerId } from './runs.ts'
import {
  BegunWalletCheck,
  NewWalletCheck,
  WalletCheckReport,
  type WalletCheckRow,
  WalletChecks,
} from './schema.ts'

export const WALLET_CHECK_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /projects/:projectId/wallet-checks', ['project.read', 'path'], {
    summary: 'Runs of the wallet kit against the project’s wallet',
    answer: WalletChecks,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params: { projectId } }) => {
      if (!(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
      const rows = await listWalletChecks(deps.pool, projectId)
      return answered({ rows: rows.map(viewRow), newPlayerId: newPlayerId() })
    },
  }),
  defineRoute('POST /projects/:projectId/wallet-checks', ['wallet.check', 'path'], {
    summary: 'Check the project’s wallet',
    description:
      'Begins a run: real calls to the saved callback address, signed and guarded as in play, ' +
      'that bet, win and refund TEST_ONLY money of one player. A project has one run at a time, ' +
      `a node ${WALLET_CHECKS_AT_ONCE} (\`UNAVAILABLE\`); it ends after five minutes at the ` +
      'latest. The calls are neither in the callback log nor in the metrics.',
    body: NewWalletCheck,
    answer: BegunWalletCheck,
    errors: [
      'UNKNOWN_PROJECT',
      'CALLBACK_NOT_CONFIRMED',
      'CREDENTIALS_NOT_ENABLED',
      'WALLET_CHECK_RUNNING',
    ],
    run: async (deps, { params, body, by }) => {
      const opened = await openProject(deps, params.projectId)
      if (!opened.ok) return opened
      const project = opened.value
      const refused = requireConfirmed(project)
      if (refused !== null) return refused
      const { currency, playerId = newPlayerId() } = body
      const begun = await deps.walletChecks.begin(project, { currency, playerId }, by)
      if (begun.kind === 'running') return RUNNING
      return begun.kind === 'full' ? FULL : answered({ checkId: begun.checkId })
    },
  }),
  defineRoute('GET /projects/:projectId/wallet-checks/:checkId', ['project.read', 'path'], {
    summary: 'What a run found, with every call',
    answer: WalletCheckReport,
    errors: ['NOT_FOUND'],
    run: async ({ pool }, { params }) => {
      const found = await findReport(pool, params, 0)
      return found === null ? NO_RUN : answered(viewReport(found, 0))
    },
  }),
  defineRoute('GET /projects/:projectId/wallet-checks/:checkId/live', ['project.read', 'path'], {
    summary: 'The same, pushed until the run has ended',
    description:
      'Server-sent events; the data of each is the answer of the path without `/live`, with the ' +
      'calls since the last event: their first number is `fromCall`.',
    streams: 'text/event-stream',
    errors: ['NOT_FOUND'],
    run: async ({ pool }, { params, signal }) => {
      if ((await findReport(pool, params, 0)) === null) return NO_RUN
      const chunks = printEvents(follow(pool, params, signal))
      return streamed({ contentType: 'text/event-stream', chunks })
    },
  }),
  defineRoute('POST /projects/:projectId/wallet-checks/:checkId/stop', ['wallet.check', 'path'], {
    summary: 'Stop a run',
    description: 'It sends nothing more, not even the refund of a bet that is under way.',
    errors: ['NOT_FOUND'],
    run: async ({ pool }, { params: { projectId, checkId }, by }) => {
      const isAsked = isUuid(checkId) && (await askStop(pool, projectId, checkId, by))
      return isAsked ? answered({}) : NO_RUN
    },
  }),
]

const NO_RUN = refuse('NOT_FOUND', 'There is no such run, or it has ended.')
const RUNNING = refuse(
  'WALLET_CHECK_RUNNING',
  'A run of this project goes on: wait until it has ended, or stop it.',
)
const FULL: AdminRefused = {
  ...refuse(
    'UNAVAILABLE',
    `This node makes ${WALLET_CHECKS_AT_ONCE} runs at a time: wait for one to end.`,
  ),
  retryAfterS: 10,
}

type Pool = AdminDeps['pool']
type Named = { readonly projectId: string; readonly checkId: string }

async function findReport(pool: Pool, { projectId, checkId }: Named, fromCall: number) {
  return isUuid(checkId) ? findWalletCheck(pool, projectId, checkId, fromCall) : null
}

/** Each call once; ends after the view that has the outcome. */
async function* follow(
  pool: Pool,
  named: Named,
  signal: AbortSignal,
): AsyncIterable<WalletCheckReport> {
  let next = 0
  const read = () => findReport(pool, named, next)
  for await (const found of readEvery(read, WALLET_CHECK_SAVE_MS, signal)) {
    if (found === null) return
    yield viewReport(found, next)
    next += found.calls.length
    if (found.outcome !== null) return
  }
}

function viewRow({ checks, ...run }: ListedWalletCheck): WalletCheckRow {
  const count = (wanted: (typeof checks)[number]['outcome']) =>
    checks.filter(({ outcome }) => outcome === wanted).length
  return {
    ...viewRun(run),
    passed: count('passed'),
    failed: count('failed'),
    advice: count('advice'),
    notMade: count('not-made'),
  }
}

function viewReport({ checks, calls, ...run }: ReadReport, fromCall: number): WalletCheckReport {
  return {
    ...viewRun(run),
    checks: [...checks],
    fromCall,
    calls: calls.map(({ atMs, ...call }) => ({ ...call, at: new Date(atMs).toISOString() })),
  }
}

function viewRun({ projectId: _, startedAt, endedAt, ...run }: Omit<ListedWalletCheck, 'checks'>) {
  return {
    ...run,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
