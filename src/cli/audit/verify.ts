// `reelhouse audit verify`: whether the audit log is intact.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type AuditHead, type AuditVerdict, verifyAudit } from '../../ledger/audit/audit-reader.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse audit verify',
    `Checks that no record of the audit log was changed, left out or put between, and prints its
    head.
    Keep the head elsewhere and give it back later: it shows that nothing up to it was made anew.
    Exits with
    1 when the log is not whole.`,
  )
    .option('--head <sequence:sha256>', 'a head printed earlier', readHead)
    .option('--json', 'one line: {"whole":true,"head":"<sequence>:<sha256>"}'),
  ({ head, json, ...stores }) =>
    withLedger('audit verify', stores, async ({ pool }) => {
      const verdict = await verifyAudit(pool, head ?? null)
      if (json === true) printJson(describe(verdict))
      else printLine(say(verdict))
      return verdict.kind === 'whole' ? 0 : 1
    }),
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

function say(verdict: AuditVerdict): string {
  if (verdict.kind === 'whole')
    return `The audit log is whole. Its head: ${printHead(verdict.head)}`
  return `The audit log is not whole: record ${verdict.sequence} is ${verdict.problem}.`
}
