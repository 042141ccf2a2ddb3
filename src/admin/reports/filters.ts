// What a report is about: one project or all of them, and the period. Reads only the ids of
// projects, and no clock.

import { type Period, parsePeriod } from '../../ledger/reports/report-period.ts'
import { REPORT_PROJECTS_AT_ONCE, REPORT_PROJECTS_MAX } from '../../limits/reports.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'

export const UNKNOWN_PROJECT = refuse('UNKNOWN_PROJECT', 'There is no such project.', 'projectId')

export async function hasProject({ pool }: Pick<AdminDeps, 'pool'>, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM project WHERE project_id = $1', [id])
  return rowCount === 1
}

export type Projects = { ok: true; ids: readonly string[] } | AdminRefused

/**
 * Refuses the whole request if there are too many projects: an answer never silently leaves one
 * out.
 * @param projectId undefined: all
 */
export async function findProjects(
  deps: Pick<AdminDeps, 'pool'>,
  projectId: string | undefined,
): Promise<Projects> {
  if (projectId !== undefined) {
    return (await hasProject(deps, projectId)) ? { ok: true, ids: [projectId] } : UNKNOWN_PROJECT
  }
  const { rows } = await deps.pool.query<{ id: string }>(
    'SELECT project_id AS id FROM project ORDER BY project_id COLLATE "C" LIMIT $1',
    [REPORT_PROJECTS_MAX + 1],
  )
  if (rows.length > REPORT_PROJECTS_MAX) {
    const reason =
      `There are more than ${REPORT_PROJECTS_MAX} projects, and this report of all ` +
      'of them is made of no more: choose one.'
    return refuse('TOO_MANY_PROJECTS', reason, 'projectId')
  }
  return { ok: true, ids: rows.map(({ id }) => id) }
}

/** As many at once as there are connections; results are in the order of the ids. */
export async function ofEach<Id extends string | null, Answer>(
  ids: readonly Id[],
  read: (projectId: Id) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let done = 0; done < ids.length; done += REPORT_PROJECTS_AT_ONCE) {
    const some = ids.slice(done, done + REPORT_PROJECTS_AT_ONCE)
    answers.push(...(await Promise.all(some.map(read))))
  }
  return answers
}

const FAULTS = {
  from: ['from is no date and no time.', 'from'],
  to: ['to is no date and no time.', 'to'],
  empty: ['The period ends before it begins.', 'to'],
} as const

export function readPeriod(query: { from?: string; to?: string }): Period | AdminRefused {
  const period = parsePeriod(query)
  if (typeof period !== 'string') return period
  const [reason, field] = FAULTS[period]
  return refuse('INVALID_REQUEST', reason, field)
}

export function refusePart(archived: readonly string[], whole: 'days' | 'months'): AdminRefused {
  const reason = `Of archived months (${archived.join(', ')}) ask whole ${whole}.`
  return refuse('INVALID_REQUEST', reason, 'from')
}
