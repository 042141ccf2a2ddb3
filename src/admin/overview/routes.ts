// What all nodes are doing now, and what concerns one project: once, or pushed for as long as it is
// read.

import { listPauses } from '../../ledger/pauses/pauses.ts'
import {
  addUnfinished,
  countUnfinishedRounds,
  UNFINISHED_STATES,
} from '../../ledger/rounds/unfinished-rounds.ts'
import type { AdminDeps } from '../deps.ts'
import { printEvents, readEvery } from '../events.ts'
import { describePause } from '../pauses/routes.ts'
import { hasProject, UNKNOWN_PROJECT } from '../reports/filters.ts'
import { type AdminRoute, answered, defineRoute, streamed } from '../route.ts'
import { Overview, ProjectOverview } from './schema.ts'

/** How often the overview of a project is pushed: each reader's is read from the ledger. */
const PROJECT_EVERY_MS = 5_000

export const OVERVIEW_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /overview', ['overview.read', 'platform'], {
    summary: 'What all nodes are doing now',
    answer: Overview,
    run: async ({ overview }) => answered(await overview.now()),
  }),
  defineRoute('GET /overview/live', ['overview.read', 'platform'], {
    summary: 'The same, pushed every two seconds',
    description: 'Server-sent events; the data of each is the answer of `/overview`.',
    streams: 'text/event-stream',
    run: async ({ overview }, { signal }) =>
      streamed({ contentType: 'text/event-stream', chunks: printEvents(overview.follow(signal)) }),
  }),
  defineRoute('GET /projects/:projectId/overview', ['project.read', 'path'], {
    summary: 'Wallet, unfinished rounds and pauses of a project now',
    answer: ProjectOverview,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params: { projectId } }) =>
      (await hasProject(deps, projectId))
        ? answered(await readProject(deps, projectId))
        : UNKNOWN_PROJECT,
  }),
  defineRoute('GET /projects/:projectId/overview/live', ['project.read', 'path'], {
    summary: 'The same, pushed every five seconds',
    description: 'Server-sent events; the data of each is the answer of the path without `/live`.',
    streams: 'text/event-stream',
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params: { projectId }, signal }) => {
      if (!(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
      const views = readEvery(() => readProject(deps, projectId), PROJECT_EVERY_MS, signal)
      return streamed({ contentType: 'text/event-stream', chunks: printEvents(views) })
    },
  }),
]

async function readProject(
  { overview, pool, reportPools }: AdminDeps,
  projectId: string,
): Promise<ProjectOverview> {
  const [{ at, wallets }, { pauses }, ...counted] = await Promise.all([
    overview.now(),
    listPauses(pool, projectId),
    ...reportPools.carriers.map(each => countUnfinishedRounds(each, projectId)),
  ])
  const unfinished = addUnfinished(counted)
  return {
    at,
    wallet: wallets.find(each => each.projectId === projectId) ?? null,
    unfinished: UNFINISHED_STATES.map(state => ({ state, ...unfinished[state] })),
    pauses: pauses.map(describePause),
  }
}
