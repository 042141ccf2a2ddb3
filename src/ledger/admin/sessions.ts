// Sessions of the people who use the panel: begun, found by the token of a cookie, listed,
// ended. Only the hash of the token is stored. A session that is over is treated as absent, even
// while its row exists.

import type { Pool } from 'pg'
import { v7 as newId } from 'uuid'
import type { AccountRole } from '../../core/account-role.ts'
import { ADMIN_SESSION_IDLE_MS, ADMIN_SESSION_MS } from '../../limits/admin.ts'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { toIso, toMs } from '../database/expiry.ts'
import { inTransaction } from '../database/transaction.ts'
import { type Account, hashToken, newToken } from './accounts.ts'
import { keepDevice } from './devices.ts'

/** How often the last use of a session is written. */
const ADMIN_SESSION_SEEN_MS = 60_000
/** Sessions of one account; one more ends the oldest. */
const ADMIN_SESSIONS_PER_ACCOUNT = 20

export interface FoundSession {
  accountId: string
  name: string
  role: AccountRole
  /** Null: an account of the platform. */
  projectId: string | null
  sessionId: string
  hasTotp: boolean
  /** An IANA name. */
  timeZone: string
}

export interface AdminSession {
  sessionId: string
  createdAt: string
  seenAt: string
  address: string
  userAgent: string
}

/** Not over by age, and not unused for too long. */
const IS_LIVE = `created_at > $NOW - interval '${ADMIN_SESSION_MS} milliseconds'
  AND seen_at > $NOW - interval '${ADMIN_SESSION_IDLE_MS} milliseconds'`
const liveAt = (parameter: string) => IS_LIVE.replaceAll('$NOW', `${parameter}::timestamptz`)

/** Tokens of cookies. */
export interface Begun {
  session: string
  device: string
}

/**
 * The tokens of the new session and of its browser; if there are too many sessions, the oldest
 * ends. Null: since the account was read it was reset, disabled or given another password.
 */
export function beginSession(
  pool: Pool,
  read: Pick<Account, 'accountId' | 'name' | 'role' | 'passwordHash'>,
  from: { address: string; origin: string; userAgent: string; device: string | null },
  nowMs: number,
): Promise<Begun | null> {
  const { accountId, name, role } = read
  const token = newToken()
  const now = new Date(nowMs)
  return inTransaction(pool, async client => {
    // The row is locked to the end: a transaction that removes the password, or disables the
    // account, then ends this session too.
    const { rowCount } = await client.query(
      `SELECT FROM admin_account
       WHERE account_id = $1 AND password_hash = $2 AND disabled_at IS NULL FOR UPDATE`,
      [accountId, read.passwordHash],
    )
    if (rowCount === 0) return null
    await client.query(
      `DELETE FROM admin_session WHERE session_id IN (
         SELECT session_id FROM admin_session WHERE account_id = $1
         ORDER BY created_at DESC OFFSET $2)`,
      [accountId, ADMIN_SESSIONS_PER_ACCOUNT - 1],
    )
    await client.query(
      `INSERT INTO admin_session
         (session_id, token_sha256, account_id, created_at, seen_at, address, user_agent)
       VALUES ($1, $2, $3, $4, $4, $5, $6)`,
      [newId(), hashToken(token), accountId, now, from.address, from.userAgent],
    )
    await writeAudit(client, {
      actor: `${role}:${name}`,
      origin: from.origin,
      action: 'account.signed-in',
      subject: `account ${name}`,
      before: null,
      after: null,
    })
    return { session: token, device: await keepDevice(client, accountId, from.device, nowMs) }
  })
}

/**
 * The account and session of the token; null if the token is not valid, or no longer.
 * @param isUse false for requests that run without a person, which do not extend a session
 */
export async function findSession(
  pool: Pool,
  token: string,
  nowMs: number,
  isUse = true,
): Promise<FoundSession | null> {
  const now = new Date(nowMs)
  const { rows } = await pool.query<FoundSession & { seenAtMs: number }>(
    `SELECT a.account_id AS "accountId", a.name, a.role, a.project_id AS "projectId",
       s.session_id AS "sessionId",
       a.totp_sealed IS NOT NULL AS "hasTotp", a.time_zone AS "timeZone",
       ${toMs('s.seen_at')} AS "seenAtMs"
     FROM (SELECT * FROM admin_session WHERE token_sha256 = $1 AND ${liveAt('$2')}) s
     JOIN admin_account a ON a.account_id = s.account_id AND a.disabled_at IS NULL`,
    [hashToken(token), now],
  )
  if (rows[0] === undefined) return null
  const { seenAtMs, ...session } = rows[0]
  if (isUse && nowMs - seenAtMs >= ADMIN_SESSION_SEEN_MS) {
    await pool.query('UPDATE admin_session SET seen_at = $2 WHERE session_id = $1', [
      session.sessionId,
      now,
    ])
  }
  return session
}

/** Newest first. */
export async function listAdminSessions(
  pool: Pool,
  accountId: string,
  nowMs: number,
): Promise<AdminSession[]> {
  const { rows } = await pool.query<AdminSession>(
    `SELECT session_id AS "sessionId", ${toIso('created_at')} AS "createdAt",
       ${toIso('seen_at')} AS "seenAt", address, user_agent AS "userAgent"
     FROM admin_session
     WHERE account_id = $1 AND ${liveAt('$2')} ORDER BY created_at DESC`,
    [accountId, new Date(nowMs)],
  )
  return rows
}

/**
 * A wrong password or code was given in a session.
 * @returns how many there were in a row
 */
export async function countWrongTry(pool: Pool, sessionId: string): Promise<number> {
  const { rows } = await pool.query<{ wrong_tries: number }>(
    `UPDATE admin_session SET wrong_tries = wrong_tries + 1
     WHERE session_id = $1 RETURNING wrong_tries`,
    [sessionId],
  )
  return rows[0]?.wrong_tries ?? 0
}

/** The right ones were given: the next wrong one is the first. */
export async function forgetWrongTries(pool: Pool, sessionId: string): Promise<void> {
  await pool.query(
    'UPDATE admin_session SET wrong_tries = 0 WHERE session_id = $1 AND wrong_tries > 0',
    [sessionId],
  )
}

/**
 * Ends one session of an account, or all of them.
 * @returns how many were ended
 */
export function endAdminSessions(
  pool: Pool,
  { accountId, name }: Pick<Account, 'accountId' | 'name'>,
  which: { sessionId: string } | 'all',
  by: AuditedBy,
): Promise<number> {
  const sessionId = which === 'all' ? null : which.sessionId
  return inTransaction(pool, async client => {
    const { rowCount } = await client.query(
      `DELETE FROM admin_session WHERE account_id = $1 AND ($2::uuid IS NULL OR session_id = $2)`,
      [accountId, sessionId],
    )
    const ended = rowCount ?? 0
    if (ended > 0) {
      await writeAudit(client, {
        ...by,
        action: 'account.signed-out',
        subject: `account ${name}`,
        before: null,
        after: { sessions: ended },
      })
    }
    return ended
  })
}
