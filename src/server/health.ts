// Says whether a node can work: both stores answer in time, and which release it runs.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../environment.ts'
import { HEALTH_DEADLINE_MS } from '../limits.ts'
import { withDeadline } from './deadline.ts'
import type { Parts } from './parts.ts'

/** Rejects when a store fails or is too slow. */
export async function checkStorage({ pool, redis }: Pick<Parts, 'pool' | 'redis'>): Promise<void> {
  const ask = () => pool.query('SELECT 1')
  // Asked twice: the first query may meet a pooled connection that broke while it was idle.
  const asked = Promise.all([ask().catch(ask), redis.ping()])
  if (!(await withDeadline(asked, HEALTH_DEADLINE_MS))) throw new Error('storage is too slow')
}

export function readReleaseId(): string {
  const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
  return `reelhouse-${version}`
}
