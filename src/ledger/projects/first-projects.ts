// The first projects by name, for figures that cannot tell every project apart.

import type { Pool } from 'pg'

export async function listFirstProjects(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ project_id: string }>(
    'SELECT project_id FROM project ORDER BY project_id LIMIT $1',
    [count],
  )
  return rows.map(({ project_id }) => project_id)
}
