// `reelhouse audit show`: the newest records of the audit log.

import { readAudit } from '../../ledger/audit/audit-reader.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo } from '../option-values.ts'
import { withLedger } from '../project/access.ts'

const DEFAULT_RECORDS = 50

export const command = defineCommand(
  createStoreCommand(
    'reelhouse audit show',
    'Shows who did what, from where, with what stood before and after; the newest first.',
  )
    .option('--limit <count>', 'records', countUpTo(10_000), DEFAULT_RECORDS)
    .option('--action <name>', 'only these, like key.rotated or project.changed')
    .option('--subject <name>', 'only of this project or session')
    .option('--json', 'one line: {"records":[…]}'),
  ({ limit, action, subject, json, ...stores }) =>
    withLedger('audit show', stores, async ({ pool }) => {
      const read = await readAudit(pool, { limit, action, subject })
      const records = read.map(record => ({ ...record, sequence: record.sequence.toString() }))
      if (json === true) printJson({ records })
      else for (const record of records) printLine(printRecord(record))
      return 0
    }),
)

function printRecord(record: { at: Date; sequence: string } & Record<string, unknown>): string {
  const { sequence, at, actor, origin, action, subject, before, after } = record
  const change = `${JSON.stringify(before)} -> ${JSON.stringify(after)}`
  return `${sequence}  ${at.toISOString()}  ${actor} (${origin})  ${action}  ${subject}  ${change}`
}
