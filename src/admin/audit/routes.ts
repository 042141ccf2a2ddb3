// The audit log: people of the platform read and check all of it, people of an operator read what
// concerns their project; no route changes it.

import {
  type AuditHead,
  listAuditChoices,
  readAudit,
  type AuditRecord as StoredRecord,
  type AuditVerdict as Verdict,
  verifyAudit,
} from '../../ledger/audit/audit-reader.ts'
import { refuse } from '../errors.ts'
import { readPage, readTime } from '../page.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { AuditCheck, AuditChoices, AuditPage, AuditQuery, AuditVerdict } from './schema.ts'

export const AUDIT_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /audit', ['audit.read', 'within'], {
    summary: 'Who did what, newest first',
    query: AuditQuery,
    answer: AuditPage,
    errors: ['INVALID_CURSOR'],
    run: async (deps, { query, within }) => {
      const page = readPage(deps, 'audit', query)
      if (!page.ok) return page
      const { action, subject, actor, playerId } = query
      const [from, to] = [query.from, query.to].map(text =>
        text === undefined ? undefined : readTime(text),
      )
      if (from === null) return refuse('INVALID_REQUEST', 'from is no time.', 'from')
      if (to === null) return refuse('INVALID_REQUEST', 'to is no time.', 'to')
      const before = page.after === null ? undefined : BigInt(page.after[0]!)
      const wanted = {
        within,
        action,
        subject,
        actor,
        playerId,
        from,
        to,
        before,
        limit: page.limit,
      }
      const found = await readAudit(deps.reportPools.home, wanted)
      const { rows, nextCursor } = page.cut(found, ({ sequence }) => [sequence.toString()])
      return answered({ rows: rows.map(present), nextCursor })
    },
  }),
  defineRoute('GET /audit/choices', ['audit.read', 'within'], {
    summary: 'Who is in the log, and what was done',
    answer: AuditChoices,
    run: async ({ reportPools }, { within }) =>
      answered(await listAuditChoices(reportPools.home, within)),
  }),
  defineRoute('POST /audit/verify', ['audit.verify', 'platform'], {
    summary: 'Whether the log is whole',
    description: 'Reads every record and checks that none was changed, removed or inserted.',
    body: AuditCheck,
    answer: AuditVerdict,
    run: async ({ reportPools }, { account, body, signal }) => {
      const { accountId } = account!
      if (verifying.has(accountId) || verifying.size >= AUDIT_CHECKS_AT_ONCE) return BEING_VERIFIED
      verifying.add(accountId)
      try {
        return answered(describe(await verifyAudit(reportPools.home, readHead(body.head), signal)))
      } finally {
        verifying.delete(accountId)
      }
    },
  }),
]

/**
 * Accounts whose check of the whole log runs on this node. Each account runs one at a time, so that
 * none of them blocks the others.
 */
const verifying = new Set<string>()
/**
 * A check reads the log piece by piece and queues for the report connections like every other
 * report.
 */
const AUDIT_CHECKS_AT_ONCE = 4
const BEING_VERIFIED = refuse(
  'UNAVAILABLE',
  'The log is being checked already: try again in a moment.',
)

const present = (record: StoredRecord) => ({
  ...record,
  sequence: record.sequence.toString(),
  at: record.at.toISOString(),
})

function readHead(text: string | undefined): AuditHead | null {
  if (text === undefined) return null
  const [sequence = '', sha256 = ''] = text.split(':')
  return { sequence: BigInt(sequence), sha256 }
}

function describe(verdict: Verdict): AuditVerdict {
  if (verdict.kind === 'whole') {
    const { sequence, sha256 } = verdict.head
    return { whole: true, head: `${sequence}:${sha256}`, sequence: null, problem: null }
  }
  const { sequence, problem } = verdict
  return { whole: false, head: null, sequence: sequence.toString(), problem }
}
