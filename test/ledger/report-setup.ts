// Reports over the stores of a test, and rounds of its projects.

import type { Pool } from 'pg'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { createReports } from '../../src/ledger/reports/reports.ts'
import {
  makeRound,
  storeInTime,
  type storeRound,
  type TestRound,
} from '../support/report-rounds.ts'
import { insertProject } from '../support/rows.ts'

interface Test {
  teardown(end: () => unknown): unknown
  fail(why: string): unknown
}

export function openReports(t: Test, databaseUrl: string) {
  const reportPool = openReportPool(databaseUrl, error => t.fail(String(error)))
  t.teardown(() => reportPool.end())
  return { reportPool, reports: createReports(inOneDatabase(reportPool)) }
}

let projects = 0
export async function newProject(pool: Pool): Promise<string> {
  const projectId = `p${++projects}`
  await insertProject(pool, projectId)
  return projectId
}

/** A new round, stored in time unless `write` stores it late. */
export async function store(
  pool: Pool,
  fields: Partial<TestRound>,
  write: typeof storeRound = storeInTime,
): Promise<TestRound> {
  const round = makeRound(fields)
  if (!(await write(pool, round))) throw new Error('the round was not stored')
  return round
}

/** The beginning of the month so many months ago, in UTC. */
export function monthStart(ago: number): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)
}
