// The browsers with which an account has signed in: stored at a sign-in, found by the token of a
// cookie, ended with the password (accounts.ts, credentials.ts). Only the hash of the token is
// stored. Must never give access: a password is still required.

import type { Pool, PoolClient } from 'pg'
import { v7 as newId } from 'uuid'
import { ADMIN_DEVICE_MS, ADMIN_WRONG_TRIES } from '../../limits/admin.ts'
import { hashToken, newToken } from './accounts.ts'

/** Browsers of one account; one more removes the one that was unused longest. */
const ADMIN_DEVICES_PER_ACCOUNT = 20

/**
 * The id of the device that has the token and has signed in under the name; null if there is no
 * such device any more.
 */
export async function findDevice(
  pool: Pool,
  token: string,
  name: string,
  nowMs: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ device_id: string }>(
    `SELECT device_id FROM (SELECT * FROM admin_device WHERE token_sha256 = $1) d
     JOIN admin_account a ON a.account_id = d.account_id AND a.name = $2
     WHERE seen_at > $3 AND wrong_tries < $4`,
    [hashToken(token), name, new Date(nowMs - ADMIN_DEVICE_MS), ADMIN_WRONG_TRIES],
  )
  return rows[0]?.device_id ?? null
}

/**
 * A wrong password or code came with its cookie; above a limit the device counts as a stranger's.
 */
export async function countWrongTry(pool: Pool, deviceId: string): Promise<void> {
  await pool.query('UPDATE admin_device SET wrong_tries = wrong_tries + 1 WHERE device_id = $1', [
    deviceId,
  ])
}

/**
 * Stores the device that an account signs in with, in the SQL transaction that holds the account's
 * row, so that its password can't be removed meanwhile. If there are too many devices, the one
 * unused longest is removed.
 * @param known null: the browser has no device of this account
 * @returns the token of its cookie, a new one at each sign-in, so that a copy of the old cookie
 * counts as a stranger's
 */
export async function keepDevice(
  client: PoolClient,
  accountId: string,
  known: string | null,
  nowMs: number,
): Promise<string> {
  const now = new Date(nowMs)
  const token = newToken()
  if (known !== null) {
    const { rowCount } = await client.query(
      `UPDATE admin_device SET token_sha256 = $4, seen_at = $3, wrong_tries = 0
       WHERE token_sha256 = $1 AND account_id = $2`,
      [hashToken(known), accountId, now, hashToken(token)],
    )
    if (rowCount === 1) return token
  }
  await client.query(
    `DELETE FROM admin_device WHERE device_id IN (
       SELECT device_id FROM admin_device WHERE account_id = $1
       ORDER BY seen_at DESC OFFSET $2)`,
    [accountId, ADMIN_DEVICES_PER_ACCOUNT - 1],
  )
  await client.query(
    `INSERT INTO admin_device (device_id, token_sha256, account_id, seen_at)
     VALUES ($1, $2, $3, $4)`,
    [newId(), hashToken(token), accountId, now],
  )
  return token
}
