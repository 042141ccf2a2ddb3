// Names of projects: the first ones, for figures that cannot show every project separately, and
// which of given ones exist.

import type { Pool } from 'pg'

export async function listFirstProjects(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ project_id: string }>(
    'SELECT project_id FROM project ORDER BY project_id LIMIT $1',
    [count],
  )
  return rows.map(({ project_id }) => project_id)
}

export async function listKnownProjects(pool: Pool, asked: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ project_id: string }>(
    'SELECT project_id FROM project WHERE project_id = ANY ($1)',
    [[...new Set(asked)]],
  )
  return rows.map(({ project_id }) => project_id)
}
