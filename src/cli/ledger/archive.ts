// `reelhouse ledger archive`: writes a month of finished rounds to a file per database and reads it
// back; with --drop it then takes the month out of the ledger while players play. Never drops a
// round that is not in the file.

import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import {
  archiveName,
  checksumOf,
  readArchive,
  readArchivedIds,
  type WrittenArchive,
  writeArchive,
} from '../../ledger/archive/archive-file.ts'
import {
  type ArchivedMonth,
  dropMonth,
  findHindrances,
  listMonths,
  noteArchived,
  readMonth,
} from '../../ledger/archive/months.ts'
import { type AuditAction, writeAudit } from '../../ledger/audit/audit-log.ts'
import { defineCommand, printJson, printLine, say } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { readMonth as readMonthName } from '../option-values.ts'
import { type Ledger, withLedger } from '../project/access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse ledger archive',
    `Writes the finished rounds of a month to a compressed file of each database, with a checksum
    beside it, and
    reads the file back. The month must have ended 100 days ago. Run it as the owner of the
    database.`,
  )
    .argument('<month>', 'like 2026-01', readMonthName)
    .requiredOption('--to <folder>', 'where the files go')
    .option('--drop', 'then take the month out of the ledger; players play on')
    .option('--json', 'one line: {"month":…,"files":[…]}'),
  (month, { to, drop, json, ...stores }) =>
    withLedger('ledger archive', stores, async ledger => {
      if (!existsSync(to)) throw new SetupProblem(`There is no folder ${to}.`)
      const files = []
      for (const [at, pool] of ledger.pools.carriers.entries()) {
        const database = ledger.map.carriers[at]!.name
        files.push(
          await archiveOne(ledger, pool, { database, month, folder: to, drop: drop === true }),
        )
      }
      if (json === true) printJson({ month, files })
      else for (const file of files) printLine(describe(file))
      return 0
    }),
)

interface Task {
  database: string
  month: string
  folder: string
  drop: boolean
}

type Done = WrittenArchive & { database: string; dropped: boolean; late: number }

async function archiveOne(ledger: Ledger, pool: Pool, task: Task): Promise<Done> {
  const { database, month } = task
  const here = (await listMonths(pool)).find(each => each.month === month)
  if (here === undefined) return { ...NOTHING, database, dropped: false, late: 0 }
  const known = here.archived
  if (known === null) refuseToReplace(task)
  const written = known?.droppedAt == null ? await writeOne(ledger, pool, task) : ofKnown(known)
  if (!task.drop) return { ...written, database, dropped: false, late: 0 }
  const result = await dropMonth(pool, month, readArchivedIds)
  if (result.kind === 'refused') throw new SetupProblem(REFUSALS[result.cause])
  await audit(ledger, 'month.dropped', { database, month, file: written.file, late: result.late })
  return { ...written, database, dropped: true, late: result.late }
}

const NOTHING = { file: '-', sha256: '-', rounds: 0, bytes: 0 }

/** A file of that name may be the only copy of another platform's rounds. */
function refuseToReplace({ folder, month, database }: Task): void {
  const file = path.join(folder, archiveName(month, database))
  if (existsSync(file)) throw new SetupProblem(`${file} is there already, and not of this ledger.`)
}

/** Its dropping was interrupted, or is asked for again. */
const ofKnown = ({ file, sha256, rounds }: ArchivedMonth) => ({ file, sha256, rounds, bytes: 0 })

async function writeOne(ledger: Ledger, pool: Pool, { database, month, folder }: Task) {
  const hindrances = await findHindrances(pool, month, Date.now())
  if (hindrances.length > 0) {
    throw new SetupProblem(`${month} of ${database} can't be archived: ${hindrances.join('; ')}.`)
  }
  const sayRead = (rounds: number) => say(`${database}: ${rounds} rounds`)
  const written = await writeArchive(folder, { month, database }, readMonth(pool, month, sayRead))
  await requireWhole(written)
  await noteArchived(pool, month, written)
  await audit(ledger, 'month.archived', { database, month, ...written })
  return written
}

async function requireWhole({ file, sha256, rounds }: WrittenArchive): Promise<void> {
  let read = 0
  for await (const _ of readArchive(file)) read++
  if (read === rounds && (await checksumOf(file)) === sha256) return
  throw new SetupProblem(
    `${file} was not written as it should be: look at its disk, then try again.`,
  )
}

function audit({ pool, by }: Ledger, action: AuditAction, after: object): Promise<void> {
  return writeAudit(pool, { ...by, action, subject: 'ledger', before: null, after })
}

const REFUSALS = {
  'not-archived': 'The month is in no file.',
  'no-lock':
    'The month could not be taken out: a long transaction reads the rounds (pg_stat_activity). ' +
    'End it and try again.',
} as const

function describe({ database, file, rounds, sha256, dropped, late }: Done): string {
  const gone = dropped ? `; dropped, ${late} late rounds stay` : ''
  return `${database}: ${rounds} rounds in ${file} (sha256 ${sha256})${gone}`
}
