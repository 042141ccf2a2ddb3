// `reelhouse ledger months`: which months of finished rounds each database has, and which are in
// files. Reads only.

import { listMonths } from '../../ledger/archive/months.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import { printTable } from '../table.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse ledger months',
    'The months of finished rounds in each database, with their size, and the files of those ' +
      'archived.',
  ).option('--json', 'one line: {"months":[…]}'),
  ({ json, ...stores }) =>
    withLedger('ledger months', stores, async ({ map, pools }) => {
      const found = await Promise.all(pools.carriers.map(listMonths))
      const months = found.flatMap((list, at) =>
        list.map(({ month, bytes, archived }) => ({
          database: map.carriers[at]!.name,
          month,
          bytes,
          file: archived?.file ?? null,
          rounds_in_file: archived?.rounds ?? null,
          sha256: archived?.sha256 ?? null,
          dropped_at: archived?.droppedAt?.toISOString() ?? null,
        })),
      )
      if (json === true) printJson({ months })
      else if (months.length === 0) printLine('There is no month of rounds yet.')
      else printMonths(months)
      return 0
    }),
)

type Listed = {
  database: string
  month: string
  bytes: number | null
  file: string | null
  dropped_at: string | null
}

function printMonths(months: readonly Listed[]): void {
  printTable(
    ['month', 'database', 'size', 'file'],
    months.map(({ month, database, bytes, file, dropped_at }) => [
      month,
      database,
      bytes === null ? `dropped ${dropped_at}` : `${(bytes / 1e6).toFixed(1)} MB`,
      file ?? '-',
    ]),
  )
}
