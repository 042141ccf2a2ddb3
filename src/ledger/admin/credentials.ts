// What people change of their own accounts: password, second step, time zone. No credential is
// changed if the account was reset, or its password changed, since the password was checked. Must
// never hold or log a password.

import type { Pool } from 'pg'
import type { AuditedBy } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { type Account, auditAccount } from './accounts.ts'
import { keepDevice } from './devices.ts'
import type { FoundSession } from './sessions.ts'

/** An account as it was read when its password was checked. */
export type CheckedAccount = Pick<Account, 'accountId' | 'name' | 'passwordHash'>

/**
 * Sets a new password, and ends every other session and every device except the caller's. Returns
 * the token of that device's cookie. Null: the account was reset, or its password changed, since it
 * was read; nothing is changed.
 */
export function changePassword(
  pool: Pool,
  { accountId, name, passwordHash: checkedHash }: CheckedAccount,
  passwordHash: string,
  keptSessionId: string,
  by: AuditedBy,
  nowMs: number,
): Promise<string | null> {
  return inTransaction(pool, async client => {
    const { rowCount } = await client.query(
      'UPDATE admin_account SET password_hash = $2 WHERE account_id = $1 AND password_hash = $3',
      [accountId, passwordHash, checkedHash],
    )
    if (rowCount === 0) return null
    await client.query('DELETE FROM admin_session WHERE account_id = $1 AND session_id <> $2', [
      accountId,
      keptSessionId,
    ])
    await client.query('DELETE FROM admin_device WHERE account_id = $1', [accountId])
    await auditAccount(client, by, 'account.password-set', { name }, null, null)
    return keepDevice(client, accountId, null, nowMs)
  })
}

/** Stored sealed, and not required at sign-in until one of its codes has been given. */
export async function keepPendingTotp(
  pool: Pool,
  accountId: string,
  sealed: Buffer,
): Promise<void> {
  await pool.query('UPDATE admin_account SET totp_pending_sealed = $2 WHERE account_id = $1', [
    accountId,
    sealed,
  ])
}

/**
 * The time zone in which the account reads times.
 * @param timeZone an IANA name
 */
export function changeTimeZone(
  pool: Pool,
  { accountId, name, timeZone: before }: Pick<FoundSession, 'accountId' | 'name' | 'timeZone'>,
  timeZone: string,
  by: AuditedBy,
): Promise<void> {
  return inTransaction(pool, async client => {
    await client.query('UPDATE admin_account SET time_zone = $2 WHERE account_id = $1', [
      accountId,
      timeZone,
    ])
    await auditAccount(client, by, 'account.changed', { name }, { timeZone: before }, { timeZone })
  })
}

/**
 * False: as null for a password.
 * @param totp null removes it
 */
export function changeTotp(
  pool: Pool,
  { accountId, name, passwordHash }: CheckedAccount,
  totp: { sealed: Buffer; step: bigint } | null,
  by: AuditedBy,
): Promise<boolean> {
  return inTransaction(pool, async client => {
    const { rowCount } = await client.query(
      `UPDATE admin_account SET totp_sealed = $2, totp_pending_sealed = NULL, totp_step = $3
       WHERE account_id = $1 AND password_hash = $4`,
      [accountId, totp?.sealed ?? null, totp?.step ?? 0n, passwordHash],
    )
    if (rowCount === 0) return false
    await auditAccount(client, by, 'account.totp-changed', { name }, null, { isOn: totp !== null })
    return true
  })
}

/** False: a code of this time step, or of a later one, was already used. */
export async function takeTotpStep(pool: Pool, accountId: string, step: bigint): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE admin_account SET totp_step = $2 WHERE account_id = $1 AND totp_step < $2',
    [accountId, step],
  )
  return rowCount === 1
}
