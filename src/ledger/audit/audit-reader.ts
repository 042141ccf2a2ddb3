// Reads the audit log and checks its chain, using only the texts of the fields: hashes that the
// database computes are not trusted. Never writes.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { REDACTED, type RedactedRecords } from './redaction.ts'

/** Records of the audit log read at once while its chain is checked. */
const AUDIT_PAGE_ROWS = 1_000
/**
 * Records that differ from their hash and for which no later record has vouched yet, about 150
 * bytes each. With more the log counts as changed.
 */
const UNVOUCHED_MAX = 100_000
/**
 * Names of people, or of actions, that a filter of the audit log offers: far more than anybody
 * reads through.
 */
const AUDIT_NAMES = 500

export interface AuditRecord {
  sequence: bigint
  at: Date
  actor: string
  origin: string
  action: string
  subject: string
  before: unknown
  after: unknown
}

export interface AuditFilter {
  limit: number
  /** Only what concerns this project and its people; null: everything. */
  within?: string | null | undefined
  action?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
  /** The player whom the action concerned. */
  playerId?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  /** Only records before this one. */
  before?: bigint | undefined
}

/**
 * Records are in the order of their times, unless a clock was set back: within this distance of a
 * time they are examined one by one.
 */
const CLOCK_SET_BACK = "interval '1 hour'"
/** Sequence of the first record from a time on, or one more than the last if there is none. */
const sequenceAt = (at: string) => `coalesce(
  (SELECT sequence FROM audit WHERE at >= ${at} ORDER BY at LIMIT 1),
  (SELECT max(sequence) + 1 FROM audit))`

/**
 * What an operator sees of the log: records about the project, its pauses and the accounts of its
 * people.
 * @param within the parameter with the project; null in it: everything
 */
const isWithin = (within: string) => `(${within}::text IS NULL OR subject = ANY (
  ARRAY[${within}, 'project ' || ${within}] || ARRAY(
    SELECT 'account ' || name FROM admin_account WHERE project_id = ${within})))`

/** An operator does not see from which machine of the platform something was done. */
export const originSeen = (within: string) => `
  CASE WHEN ${within}::text IS NULL OR actor = 'operator:' || ${within}
      OR right(actor, length(${within}) + 1) = '@' || ${within}
    THEN origin ELSE 'platform' END`

/** The newest records that match, newest first. */
export function readAudit(
  pool: Pool,
  { limit, within, action, subject, actor, playerId, from, to, before }: AuditFilter,
): Promise<AuditRecord[]> {
  return findRecords(
    pool,
    originSeen('$9'),
    `${isWithin('$9')} AND ($2::text IS NULL OR action = $2) AND ($3::text IS NULL OR subject = $3)
       AND ($4::text IS NULL OR actor = $4) AND ($5::timestamptz IS NULL OR at >= $5)
       AND ($6::timestamptz IS NULL OR at < $6)
       AND ($5::timestamptz IS NULL OR sequence >= ${sequenceAt(`$5 - ${CLOCK_SET_BACK}`)})
       AND ($6::timestamptz IS NULL OR sequence < ${sequenceAt(`$6 + ${CLOCK_SET_BACK}`)})
       AND ($7::bigint IS NULL OR sequence < $7)
       AND ($8::text IS NULL OR coalesce(after ->> 'playerId', before ->> 'playerId') = $8)
     ORDER BY sequence DESC LIMIT $1`,
    [
      limit,
      ...[action, subject, actor, from, to, before, playerId, within].map(value => value ?? null),
    ],
  )
}

async function findRecords(
  pool: Pool,
  origin: string,
  where: string,
  values: unknown[],
): Promise<AuditRecord[]> {
  const { rows } = await pool.query<Omit<AuditRecord, 'sequence'> & { sequence: string }>(
    `SELECT sequence, at, actor, ${origin} AS origin, action, subject, before, after
     FROM audit WHERE ${where}`,
    values,
  )
  return rows.map(row => ({ ...row, sequence: BigInt(row.sequence) }))
}

/**
 * Each name in the log once, by steps along its index: as many look-ups as there are names, up to
 * the limit.
 */
const distinct = (column: 'actor' | 'action') => `
  WITH RECURSIVE names AS (
    (SELECT ${column} AS name FROM audit ORDER BY ${column} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${column} FROM audit WHERE ${column} > names.name ORDER BY ${column} LIMIT 1)
    FROM names WHERE names.name IS NOT NULL)
  SELECT name FROM names WHERE name IS NOT NULL LIMIT $1`

/** Records of a project, the newest, whose names are offered to its operator. */
const AUDIT_NAMES_FROM = 10_000

const distinctWithin = (column: 'actor' | 'action') => `
  SELECT DISTINCT ${column} AS name FROM (
    SELECT ${column} FROM audit WHERE ${isWithin('$2')} ORDER BY sequence DESC
    LIMIT ${AUDIT_NAMES_FROM}) newest
  ORDER BY name LIMIT $1`

/** @param within as of a filter */
export async function listAuditChoices(
  pool: Pool,
  within: string | null,
): Promise<{ actors: string[]; actions: string[] }> {
  const list = async (column: 'actor' | 'action') => {
    const { rows } =
      within === null
        ? await pool.query<{ name: string }>(distinct(column), [AUDIT_NAMES])
        : await pool.query<{ name: string }>(distinctWithin(column), [AUDIT_NAMES, within])
    return rows.map(row => row.name)
  }
  const [actors, actions] = await Promise.all([list('actor'), list('action')])
  return { actors, actions }
}

/**
 * The actions on a round, oldest first.
 * @param projectId the round's
 * @param within as of a filter
 */
export function readRoundAudit(
  pool: Pool,
  projectId: string,
  roundId: string,
  within: string | null,
): Promise<AuditRecord[]> {
  return findRecords(
    pool,
    originSeen('$4'),
    `subject = $1 AND action LIKE 'round.%' AND $2 IN (before ->> 'roundId', after ->> 'roundId')
     ORDER BY sequence LIMIT $3`,
    [projectId, roundId, AUDIT_PAGE_ROWS, within],
  )
}

/**
 * The last record of a chain: stored elsewhere, it shows later that nothing before it was changed.
 */
export interface AuditHead {
  sequence: bigint
  sha256: string
}

export type AuditVerdict = { kind: 'whole'; head: AuditHead } | Broken

interface Broken {
  kind: 'broken'
  sequence: bigint
  problem: 'missing' | 'changed' | 'not the known record'
}

interface ChainRow {
  sequence: string
  sha256: Buffer
  previous_sha256: Buffer
  /** In the order of `audit_text` (sql/0010-audit.sql). */
  fields: (string | null)[]
}

const START: AuditHead = { sequence: 0n, sha256: '00'.repeat(32) }

/**
 * A record that names an erased player was changed, but keeps its hash, so that the chain stays as
 * it was. It is accepted if a later record, which is itself unchanged, lists it with the hash of
 * what it says now (redaction.ts).
 * @param known a head seen earlier, which the chain must still contain
 * @param signal aborts when the verdict is no longer needed: rejects then
 */
export async function verifyAudit(
  pool: Pool,
  known: AuditHead | null,
  signal?: AbortSignal,
): Promise<AuditVerdict> {
  let head = START
  let isKnownSeen = known === null
  const unvouched = new Map<bigint, string>()
  const broken = (sequence: bigint, problem: Broken['problem']): AuditVerdict => {
    const [first] = unvouched.keys()
    return first === undefined
      ? { kind: 'broken', sequence, problem }
      : { kind: 'broken', sequence: first, problem: 'changed' }
  }
  for (;;) {
    signal?.throwIfAborted()
    const rows = await readChain(pool, head.sequence)
    for (const row of rows) {
      const sequence = head.sequence + 1n
      if (BigInt(row.sequence) !== sequence) return broken(sequence, 'missing')
      const [sha256, text] = [row.sha256.toString('hex'), textOf(row)]
      if (row.previous_sha256.toString('hex') !== head.sha256) return broken(sequence, 'changed')
      if (hashOf(head.sha256, text) === sha256) {
        for (const [at, hash] of vouchersOf(row)) {
          if (unvouched.get(at) === hash) unvouched.delete(at)
        }
      } else unvouched.set(sequence, hashOf('', text))
      if (unvouched.size > UNVOUCHED_MAX) return broken(sequence, 'changed')
      head = { sequence, sha256 }
      if (known?.sequence !== sequence) continue
      if (known.sha256 !== sha256) return broken(sequence, 'not the known record')
      isKnownSeen = true
    }
    if (rows.length < AUDIT_PAGE_ROWS) break
  }
  if (isKnownSeen && unvouched.size === 0) return { kind: 'whole', head }
  return broken(head.sequence + 1n, 'missing')
}

async function readChain(pool: Pool, after: bigint): Promise<ChainRow[]> {
  const { rows } = await pool.query<ChainRow>(
    `SELECT sequence, sha256, previous_sha256,
       ARRAY[sequence::text, (extract(epoch FROM at) * 1000000)::bigint::text, actor, origin,
         action,
             subject, before::text, after::text] AS fields
     FROM audit WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
    [after.toString(), AUDIT_PAGE_ROWS],
  )
  return rows
}

function textOf({ fields }: ChainRow): string {
  return fields
    .map(field => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`))
    .join(',')
}

/** @param previousSha256 empty: of the text alone */
function hashOf(previousSha256: string, text: string): string {
  return createHash('sha256').update(previousSha256, 'hex').update(text).digest('hex')
}

/** The action, and what the record says after it, among the fields. */
const [ACTION_AT, AFTER_AT] = [4, 7]

/** The records that an unchanged record vouches for, and the hash of what each says now. */
function vouchersOf({ fields }: ChainRow): [sequence: bigint, sha256: string][] {
  if (fields[ACTION_AT] !== REDACTED) return []
  const { records } = JSON.parse(fields[AFTER_AT]!) as RedactedRecords
  return Object.entries(records).map(([sequence, sha256]) => [BigInt(sequence), sha256])
}
