// Whether this node can open and make keys at all. If its master key is not the one that keys are
// sealed with, nothing is opened, made or changed.

import type { Pool } from 'pg'
import { type MasterKeys, WrongMasterKey } from '../../ledger/projects/seal.ts'
import { checkMasterKey } from '../../ledger/projects/secrets.ts'
import { type AdminRefused, refuse } from '../errors.ts'

export type Opened<Value> = { ok: true; value: Value } | AdminRefused

/** The result of `open`, or CREDENTIALS_NOT_ENABLED where it needs another master key. */
export async function openKeys<Value>(open: () => Promise<Value>): Promise<Opened<Value>> {
  try {
    return { ok: true, value: await open() }
  } catch (error) {
    if (!(error instanceof WrongMasterKey)) throw error
    return refuse('CREDENTIALS_NOT_ENABLED', error.message)
  }
}

/** No other node could open a key that is sealed with the wrong master key. */
export async function mayMakeKeys(deps: {
  pool: Pool
  masterKey: MasterKeys
}): Promise<AdminRefused | null> {
  const checked = await openKeys(() => checkMasterKey(deps.pool, deps.masterKey))
  return checked.ok ? null : checked
}
