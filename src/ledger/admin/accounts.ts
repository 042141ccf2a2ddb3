// The people who use the panel: their accounts, of the platform or of one project, and the one-time
// links with which they set a password. Every change is audited in the same transaction; changes
// that people make to their own accounts are in credentials.ts. Must never hold or log a password,
// nor a token in clear.

import { createHash, randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { v7 as newId } from 'uuid'
import type { AccountRole } from '../../core/account-role.ts'
import { ADMIN_ACCOUNTS_MAX, ADMIN_LINK_MS, PROJECT_ACCOUNTS_MAX } from '../../limits/admin.ts'
import { type AuditAction, type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { isAhead, toIso } from '../database/expiry.ts'
import { inTransaction } from '../database/transaction.ts'

export interface Account {
  accountId: string
  name: string
  role: AccountRole
  /** The only project that it reaches; null: an account of the platform. */
  projectId: string | null
  /** Null: its link has not been used yet. */
  passwordHash: string | null
  totpSealed: Buffer | null
  totpPendingSealed: Buffer | null
  totpStep: bigint
  isDisabled: boolean
  /** It signs in through the OpenID provider, and not by its password. */
  hasIdentity: boolean
  createdAt: string
}

/** Whom a person is at an OpenID provider. */
interface Identity {
  issuer: string
  subject: string
}

/** The fields of an account that may be shown. */
export interface AccountSummary {
  accountId: string
  name: string
  role: AccountRole
  projectId: string | null
  hasPassword: boolean
  hasTotp: boolean
  hasIdentity: boolean
  isDisabled: boolean
  createdAt: string
  sessions: number
  lastSeenAt: string | null
}

/** The name of the first account; its owner may create others. */
export const FIRST_OWNER = 'owner'
export const ACCOUNT_NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/

/** Whom an account belongs to, as it is given for a new one; null: the platform. */
interface NewAccount {
  /** Without the project: an operator's person signs in as `name@project`. */
  name: string
  role: AccountRole
  projectId: string | null
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest()
export const newToken = () => randomBytes(32).toString('base64url')

const COLUMNS = `account_id AS "accountId", name, role,
  project_id AS "projectId", password_hash AS "passwordHash",
  totp_sealed AS "totpSealed", totp_pending_sealed AS "totpPendingSealed", totp_step AS "totpStep",
  oidc_subject IS NOT NULL AS "hasIdentity", disabled_at IS NOT NULL AS "isDisabled",
  ${toIso('created_at')} AS "createdAt"`

/** A row of COLUMNS: a bigint arrives as text. */
type AccountRow = Omit<Account, 'totpStep'> & { totpStep: string }

function fromRow(row: AccountRow): Account {
  return { ...row, totpStep: BigInt(row.totpStep) }
}

export async function findAccount(
  client: Pool | PoolClient,
  by: { name: string } | { accountId: string },
): Promise<Account | null> {
  const [column, value] = 'name' in by ? ['name', by.name] : ['account_id', by.accountId]
  const { rows } = await client.query<AccountRow>(
    `SELECT ${COLUMNS} FROM admin_account WHERE ${column} = $1`,
    [value],
  )
  return rows[0] === undefined ? null : fromRow(rows[0])
}

export async function findIdentity(
  pool: Pool,
  { issuer, subject }: Identity,
): Promise<Account | null> {
  const { rows } = await pool.query<AccountRow>(
    `SELECT ${COLUMNS} FROM admin_account WHERE oidc_issuer = $1 AND oidc_subject = $2`,
    [issuer, subject],
  )
  return rows[0] === undefined ? null : fromRow(rows[0])
}

/**
 * There are few.
 * @param projectId null: those of the platform
 */
export async function listAccounts(
  pool: Pool,
  projectId: string | null,
  liveSince: Date,
): Promise<AccountSummary[]> {
  const { rows } = await pool.query<AccountSummary>(
    `SELECT account_id AS "accountId", name, role, project_id AS "projectId",
       password_hash IS NOT NULL AS "hasPassword",
       totp_sealed IS NOT NULL AS "hasTotp", oidc_subject IS NOT NULL AS "hasIdentity",
       disabled_at IS NOT NULL AS "isDisabled", ${toIso('created_at')} AS "createdAt",
       count(s.session_id) FILTER (WHERE s.seen_at > $1)::int AS sessions,
       ${toIso('max(s.seen_at)')} AS "lastSeenAt"
     FROM admin_account LEFT JOIN (
       SELECT session_id, account_id, seen_at FROM admin_session) s USING (account_id)
     WHERE project_id IS NOT DISTINCT FROM $2
     GROUP BY account_id ORDER BY name`,
    [liveSince, projectId],
  )
  return rows
}

export type CreateAccountResult =
  | { kind: 'created'; account: Account; link: string }
  | { kind: 'refused'; cause: 'taken' | 'too-many' | 'unknown-project' }

/** Creates an account and the token of its one-time link, which is stored nowhere else. */
export function createAccount(
  pool: Pool,
  { name: given, role, projectId }: NewAccount,
  by: AuditedBy,
): Promise<CreateAccountResult> {
  const name = projectId === null ? given : `${given}@${projectId}`
  const most = projectId === null ? ADMIN_ACCOUNTS_MAX : PROJECT_ACCOUNTS_MAX
  return inTransaction(pool, async client => {
    const ending = projectId ?? (name.includes('@') ? name.split('@').at(-1)! : null)
    const known = await client.query('SELECT FROM project WHERE project_id = $1', [ending])
    if (projectId !== null && known.rowCount === 0) {
      return { kind: 'refused', cause: 'unknown-project' }
    }
    // It would pass for one of the project's people in the audit log.
    if (projectId === null && known.rowCount === 1) return { kind: 'refused', cause: 'taken' }
    const { rows } = await client.query<AccountRow>(
      `INSERT INTO admin_account (account_id, name, role, project_id)
       SELECT $1, $2, $3, $4
       WHERE (SELECT count(*) FROM admin_account WHERE project_id IS NOT DISTINCT FROM $4) < $5
       ON CONFLICT (name) DO NOTHING RETURNING ${COLUMNS}`,
      [newId(), name, role, projectId, most],
    )
    if (rows[0] === undefined) {
      const isTaken = (await findAccount(client, { name })) !== null
      return { kind: 'refused', cause: isTaken ? 'taken' : 'too-many' }
    }
    const account = fromRow(rows[0])
    await auditAccount(client, by, 'account.created', account, null, { role, projectId })
    return { kind: 'created', account, link: await renewLink(client, account.accountId) }
  })
}

/**
 * Removes password, second step, identity, sessions and devices from an account and returns a link
 * for a new password. Null: there is no such account.
 */
export function resetAccount(pool: Pool, accountId: string, by: AuditedBy): Promise<string | null> {
  return inTransaction(pool, async client => {
    const { rows } = await client.query<AccountRow>(
      `UPDATE admin_account SET password_hash = NULL, totp_sealed = NULL,
         totp_pending_sealed = NULL, oidc_issuer = NULL, oidc_subject = NULL
       WHERE account_id = $1 RETURNING ${COLUMNS}`,
      [accountId],
    )
    if (rows[0] === undefined) return null
    await endAccess(client, accountId)
    await auditAccount(client, by, 'account.reset', fromRow(rows[0]), null, null)
    return renewLink(client, accountId)
  })
}

/** Ends its sessions, and forgets the devices it has signed in with. */
async function endAccess(client: PoolClient, accountId: string): Promise<void> {
  await client.query('DELETE FROM admin_session WHERE account_id = $1', [accountId])
  await client.query('DELETE FROM admin_device WHERE account_id = $1', [accountId])
}

async function renewLink(client: PoolClient, accountId: string): Promise<string> {
  const token = newToken()
  await client.query(
    `INSERT INTO admin_link (account_id, token_sha256, expires_at)
     VALUES ($1, $2, now() + $3 * interval '1 millisecond')
     ON CONFLICT (account_id) DO UPDATE
       SET token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at`,
    [accountId, hashToken(token), ADMIN_LINK_MS],
  )
  return token
}

/**
 * A link for the first owner, as long as no account of the platform has a password. Null: an
 * account has one, or an earlier link is still valid.
 * @param replaces whether an earlier link is replaced
 */
export async function makeFirstLink(
  pool: Pool,
  by: AuditedBy,
  replaces: boolean,
): Promise<string | null> {
  const { hasPassword, hasLink } = await findFirst(pool)
  if (hasPassword || (hasLink && !replaces)) return null
  const created = await createAccount(
    pool,
    { name: FIRST_OWNER, role: 'owner', projectId: null },
    by,
  )
  if (created.kind === 'created') return created.link
  const owner = await findAccount(pool, { name: FIRST_OWNER })
  if (owner === null || owner.isDisabled) return null
  // When two nodes start at once, the second one keeps the first one's link.
  if (!replaces && (await findFirst(pool)).hasLink) return null
  return resetAccount(pool, owner.accountId, by)
}

async function findFirst(pool: Pool): Promise<{ hasPassword: boolean; hasLink: boolean }> {
  const { rows } = await pool.query<{ hasPassword: boolean; hasLink: boolean }>(
    `SELECT EXISTS (SELECT FROM admin_account
              WHERE password_hash IS NOT NULL AND project_id IS NULL) AS "hasPassword",
            EXISTS (SELECT FROM admin_link JOIN admin_account USING (account_id)
              WHERE ${isAhead('now()')} AND project_id IS NULL) AS "hasLink"`,
  )
  return rows[0]!
}

/** The account of the link; null when the link was used, replaced or is too old. */
export async function findLink(pool: Pool, token: string): Promise<Account | null> {
  const { rows } = await pool.query<AccountRow>(
    `SELECT ${COLUMNS} FROM admin_link JOIN admin_account USING (account_id)
     WHERE token_sha256 = $1 AND ${isAhead('now()')} AND disabled_at IS NULL`,
    [hashToken(token)],
  )
  return rows[0] === undefined ? null : fromRow(rows[0])
}

export async function useLink(
  pool: Pool,
  token: string,
  passwordHash: string,
  origin: string,
): Promise<Account | null> {
  const used = await useLinkAs(pool, token, passwordHash, origin, null)
  return used === 'identity-taken' ? null : used
}

/**
 * Uses a link once: if two people use it, only one sets the password. Null: the link is no longer
 * valid. A link whose identity has another account stays valid.
 * @param identity the account signs in by from now on; null: by its password
 */
export function useLinkAs(
  pool: Pool,
  token: string,
  passwordHash: string,
  origin: string,
  identity: Identity | null,
): Promise<Account | 'identity-taken' | null> {
  return inTransaction(pool, async client => {
    // One after another, so that two links do not take the same identity.
    if (identity !== null) {
      await client.query('LOCK TABLE admin_account IN SHARE ROW EXCLUSIVE MODE')
      const { rowCount } = await client.query(
        'SELECT FROM admin_account WHERE oidc_issuer = $1 AND oidc_subject = $2',
        [identity.issuer, identity.subject],
      )
      if (rowCount !== 0) return 'identity-taken'
    }
    const { rows } = await client.query<AccountRow>(
      `WITH used AS (
         DELETE FROM admin_link WHERE token_sha256 = $1 AND ${isAhead('now()')}
         RETURNING account_id)
       UPDATE admin_account SET password_hash = $2, oidc_issuer = $3, oidc_subject = $4
       WHERE account_id = (SELECT account_id FROM used) AND disabled_at IS NULL
         RETURNING ${COLUMNS}`,
      [hashToken(token), passwordHash, identity?.issuer ?? null, identity?.subject ?? null],
    )
    if (rows[0] === undefined) return null
    const account = fromRow(rows[0])
    const by = { actor: `${account.role}:${account.name}`, origin }
    await auditAccount(client, by, 'account.password-set', account, null, identity)
    return account
  })
}

export type ChangeAccountResult =
  | { kind: 'changed' }
  | { kind: 'refused'; cause: 'unknown' | 'last-owner' }

/**
 * Changes the role, or disables or enables the account; disabling ends its sessions.
 * @param within the project of the person who changes it; null: of the platform
 */
export function changeAccount(
  pool: Pool,
  { accountId, within }: { accountId: string; within: string | null },
  next: { role: AccountRole; isDisabled: boolean },
  by: AuditedBy,
): Promise<ChangeAccountResult> {
  return inTransaction(pool, async client => {
    // One change after another, so that two owners cannot remove each other's role at the same
    // time.
    await client.query('LOCK TABLE admin_account IN SHARE ROW EXCLUSIVE MODE')
    const before = await findAccount(client, { accountId })
    if (before === null) return { kind: 'refused', cause: 'unknown' }
    const staysOwner = next.role === 'owner' && !next.isDisabled
    // The platform can give a project another owner.
    const isOwn = before.projectId === within
    if (isOwn && before.role === 'owner' && !before.isDisabled && !staysOwner) {
      const { rows } = await client.query(
        `SELECT FROM admin_account WHERE account_id <> $1 AND role = 'owner' AND disabled_at IS NULL
           AND password_hash IS NOT NULL AND project_id IS NOT DISTINCT FROM $2 LIMIT 1`,
        [accountId, within],
      )
      if (rows.length === 0) return { kind: 'refused', cause: 'last-owner' }
    }
    await client.query(
      `UPDATE admin_account SET role = $2,
         disabled_at = CASE WHEN $3 THEN coalesce(disabled_at, now()) END
       WHERE account_id = $1`,
      [accountId, next.role, next.isDisabled],
    )
    if (next.isDisabled) await endAccess(client, accountId)
    const { role, isDisabled } = before
    await auditAccount(client, by, 'account.changed', before, { role, isDisabled }, next)
    return { kind: 'changed' }
  })
}

/** Audits an action on an account; a change is audited in the SQL transaction that makes it. */
export function auditAccount(
  client: Pool | PoolClient,
  by: AuditedBy,
  action: AuditAction,
  { name }: Pick<Account, 'name'>,
  before: object | null,
  after: object | null,
): Promise<void> {
  return writeAudit(client, { ...by, action, subject: `account ${name}`, before, after })
}
