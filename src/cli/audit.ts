// `reelhouse audit`: the newest records of the audit log, and whether it is intact.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import {
  type AuditHead,
  type AuditVerdict,
  readAudit,
  verifyAudit,
} from '../ledger/audit/audit-reader.ts'
import { printJson, printLine } from './command-line.ts'
import { defineLedgerCommand } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { countUpTo } from './option-values.ts'

const DEFAULT_RECORDS = 50

const show = defineLedgerCommand(
  createStoreCommand(
    'reelhouse audit show',
    'Shows who did what, from where, with the values before and after; the newest first.',
  )
    .option('--limit <count>', 'records', countUpTo(10_000), DEFAULT_RECORDS)
    .option('--action <name>', 'only these, like key.rotated or project.changed')
    .option('--subject <name>', 'only of this project or session')
    .option('--json', 'one line: {"records":[…]}'),
  async ({ pool }, { limit, action, subject, json }) => {
    const read = await readAudit(pool, { limit, action, subject })
    const records = read.map(record => ({ ...record, sequence: record.sequence.toString() }))
    if (json === true) printJson({ records })
    else for (const record of records) printLine(printRecord(record))
    return 0
  },
)

function printRecord(record: { at: Date; sequence: string } & Record<string, unknown>): string {
  const { sequence, at, actor, origin, action, subject, before, after } = record
  const change = `${JSON.stringify(before)} -> ${JSON.stringify(after)}`
  return `${sequence}  ${at.toISOString()}  ${actor} (${origin})  ${action}  ${subject}  ${change}`
}

const verify = defineLedgerCommand(
  createStoreCommand(
    'reelhouse audit verify',
    `Checks that no record of the audit log was changed, left out or put between, and prints its
    head. Keep the head elsewhere and give it back later: it shows that nothing up to it was made
    anew. Exits with 1 when the log is not whole.`,
  )
    .option('--head <sequence:sha256>', 'a head printed earlier', readHead)
    .option('--json', 'one line: {"whole":true,"head":"<sequence>:<sha256>"}'),
  async ({ pool }, { head, json }) => {
    const verdict = await verifyAudit(pool, head ?? null)
    if (json === true) printJson(describe(verdict))
    else printLine(print(verdict))
    return verdict.kind === 'whole' ? 0 : 1
  },
)

function readHead(text: string): AuditHead {
  const [, sequence, sha256] = /^([0-9]{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (sequence === undefined || sha256 === undefined) {
    throw new InvalidArgumentError('It is a head as "audit verify" prints it.')
  }
  return { sequence: BigInt(sequence), sha256 }
}

const printHead = ({ sequence, sha256 }: AuditHead) => `${sequence}:${sha256}`

function describe(verdict: AuditVerdict) {
  if (verdict.kind === 'whole') return { whole: true, head: printHead(verdict.head) }
  return { whole: false, sequence: verdict.sequence.toString(), problem: verdict.problem }
}

function print(verdict: AuditVerdict): string {
  if (verdict.kind === 'whole')
    return `The audit log is whole. Its head: ${printHead(verdict.head)}`
  return `The audit log is not whole: record ${verdict.sequence} is ${verdict.problem}.`
}

export const commands = { show, verify }
