// `reelhouse ledger`: lists the months of finished rounds, writes one to a file per database and
// reads it back; with --drop it then takes the month out of the ledger while players play. Never
// drops a round that is not in the file.

import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { SetupProblem } from '../embedded/setup-problem.ts'
import {
  type ArchivedRound,
  archiveName,
  BadArchive,
  checksumOf,
  readArchive,
  readArchivedIds,
  readChecksum,
  type WrittenArchive,
  writeArchive,
} from '../ledger/archive/archive-file.ts'
import {
  type ArchivedMonth,
  dropMonth,
  findHindrances,
  listMonths,
  noteArchived,
  readMonth,
} from '../ledger/archive/months.ts'
import { type AuditAction, writeAudit } from '../ledger/audit/audit-log.ts'
import { readClock } from '../ledger/database/origin.ts'
import {
  createCommand,
  defineCommand,
  printJson,
  printLine,
  printTable,
  say,
} from './command-line.ts'
import { defineLedgerCommand, type Ledger } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { readMonth as readMonthName, readRoundId } from './option-values.ts'

const archive = defineLedgerCommand(
  createStoreCommand(
    'reelhouse ledger archive',
    `Writes the finished rounds of a month to a compressed file of each database, with a checksum
    beside it, and reads the file back. The month must have ended 100 days ago. Run it as the owner
    of the database.`,
  )
    .argument('<month>', 'like 2026-01', readMonthName)
    .requiredOption('--to <folder>', 'where the files go')
    .option('--drop', 'then take the month out of the ledger; players play on')
    .option('--json', 'one line: {"month":…,"files":[…]}'),
  async (ledger, month, { to, drop, json }) => {
    if (!existsSync(to)) throw new SetupProblem(`There is no folder ${to}.`)
    const files = []
    for (const [at, pool] of ledger.pools.carriers.entries()) {
      const database = ledger.map.carriers[at]!.name
      const task = { database, month, folder: to, drop: drop === true }
      files.push(await archiveOne(ledger, pool, task))
    }
    if (json === true) printJson({ month, files })
    else for (const file of files) printLine(describe(file))
    return 0
  },
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
  const hindrances = await findHindrances(pool, month, await readClock(pool))
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

const months = defineLedgerCommand(
  createStoreCommand(
    'reelhouse ledger months',
    'The months of finished rounds in each database, with their size, and the files of those ' +
      'archived.',
  ).option('--json', 'one line: {"months":[…]}'),
  async ({ map, pools }, { json }) => {
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
    else {
      const rows = months.map(({ month, database, bytes, file, dropped_at }) => [
        month,
        database,
        bytes === null ? `dropped ${dropped_at}` : `${(bytes / 1e6).toFixed(1)} MB`,
        file ?? '-',
      ])
      printTable(['month', 'database', 'size', 'file'], rows)
    }
    return 0
  },
)

/** Needs no database. */
const read = defineCommand(
  createCommand(
    'reelhouse ledger read',
    `Prints the rounds of a file that "ledger archive" wrote, a line of JSON each, once its checksum
    is right.`,
  )
    .argument('<file>', 'the archive')
    .option('--round <id>', 'this round alone', readRoundId)
    .option('--player <id>', 'rounds of this player')
    .option('--project <id>', 'rounds of this project'),
  async (file, { round, player, project }) => {
    await requireChecksum(file)
    let printed = 0
    for await (const found of readRounds(file)) {
      const isAsked =
        (round === undefined || found.roundId === round) &&
        (player === undefined || found.playerId === player) &&
        (project === undefined || found.projectId === project)
      if (!isAsked) continue
      printLine(printRound(found))
      printed++
    }
    say(`${printed} rounds`)
    return printed === 0 ? 1 : 0
  },
)

async function requireChecksum(file: string): Promise<void> {
  const expected = await readChecksum(file)
  if (expected === null) say(`There is no ${file}.sha256: the checksum was not compared.`)
  else if (expected !== (await checksumOf(file))) {
    throw new SetupProblem(`${file} is not what was written: its checksum is another one.`)
  }
}

/** Reports what is wrong with the file in a way that a person can act on. */
export async function* readRounds(file: string): AsyncGenerator<ArchivedRound> {
  try {
    yield* readArchive(file)
  } catch (error) {
    if (error instanceof BadArchive) throw new SetupProblem(error.message)
    throw error
  }
}

function printRound({ projectId, playerId, round }: ArchivedRound): string {
  const { seed, ...intent } = round.intent
  const record = { projectId, playerId, ...intent, seed: Buffer.from(seed).toString('hex') }
  const exact = (_: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  return JSON.stringify({ ...record, ...round.progress }, exact)
}

export const commands = { months, archive, read }
