// Fills an empty, migrated database with a year of made-up rounds, the sums behind the reports and
// the callback log, for measurements that read them. These rounds were never played.

import pg from 'pg'
import { createCommand, defineCommand, printJson, say } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { DAY_MS } from '../src/core/time.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { openReportPool } from '../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../src/ledger/reports/report-sums.ts'
import { DAYS, fillCallbacks, fillRounds } from './reports-fill.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- fill',
    `Fills a database with rounds over 366 days, of four projects, with the sums behind the reports
    and the log of wallet calls. 1m rounds take two minutes and 700 MB.`,
  )
    .requiredOption('--database-url <url>', 'an empty database; it is migrated first')
    .option('--rounds <count>', 'how many, like 200000, 200k or 10m', countUpTo(1e9), 1_000_000)
    .option('--callbacks <count>', 'wallet calls in the log', countUpTo(1e8), 200_000)
    .option('--json', 'one line on stdout'),
  async ({ databaseUrl, rounds, callbacks, json }) => {
    const seconds = await fillDatabase(databaseUrl, rounds, callbacks)
    if (json === true) printJson({ rounds, callbacks, seconds })
    else say(`${rounds} rounds and ${callbacks} wallet calls in ${seconds.toFixed(0)} s`)
    return 0
  },
)

/** Returns how many seconds it took. */
async function fillDatabase(
  databaseUrl: string,
  rounds: number,
  callbacks: number,
): Promise<number> {
  const startedMs = performance.now()
  const migrated = await migrate(databaseUrl)
  if (!migrated.ok) throw new Error(migrated.problem)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await fillRounds(client, rounds, Date.now() - DAYS * DAY_MS)
    await fillCallbacks(client, Math.min(callbacks, rounds))
    await rollUp(databaseUrl)
    await client.query(
      `VACUUM (ANALYZE) report_month, report_day, report_return, report_return_month, report_aside,
       report_progress, player`,
    )
  } finally {
    await client.end()
  }
  return (performance.now() - startedMs) / 1000
}

async function rollUp(databaseUrl: string): Promise<void> {
  const pool = openReportPool(databaseUrl, () => {})
  try {
    const sums = createReportSums(pool)
    while (!(await sums.rollUp())) say('rolling up ...')
  } finally {
    await pool.end()
  }
}
