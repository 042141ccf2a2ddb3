// The second step of a sign-in (RFC 6238): secrets made and sealed, codes checked. No code is
// accepted twice.

import * as OTPAuth from 'otpauth'
import type { Pool } from 'pg'
import type { Account } from '../../ledger/admin/accounts.ts'
import { takeTotpStep } from '../../ledger/admin/credentials.ts'
import { type MasterKeys, seal, unseal } from '../../ledger/projects/seal.ts'

const ISSUER = 'Reelhouse'
const PERIOD_S = 30
/** Codes of the step before and after are accepted too: clocks of phones differ. */
const STEPS_AROUND = 1
const CODE = /^[0-9]{6}$/

const ownerOf = (accountId: string) => `totp ${accountId}`

export interface NewTotp {
  /** Base32, to type. */
  secret: string
  /** For a QR code. */
  uri: string
  sealed: Buffer
}

export function newTotp(
  masterKey: MasterKeys,
  { accountId, name }: Pick<Account, 'accountId' | 'name'>,
): NewTotp {
  const totp = new OTPAuth.TOTP({
    issuer: ISSUER,
    label: name,
    period: PERIOD_S,
    secret: new OTPAuth.Secret({ size: 20 }),
  })
  const secret = totp.secret.base32
  const sealed = seal(masterKey, ownerOf(accountId), secret)
  return { secret, uri: totp.toString(), sealed }
}

/** The time step that the code belongs to; null: to none of the accepted ones. */
export function findTotpStep(
  masterKey: MasterKeys,
  accountId: string,
  sealed: Buffer,
  code: string,
  nowMs: number,
): bigint | null {
  if (!CODE.test(code)) return null
  const what = 'The second step of an account'
  const secret = OTPAuth.Secret.fromBase32(unseal(masterKey, ownerOf(accountId), sealed, what))
  const totp = new OTPAuth.TOTP({ secret, period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: STEPS_AROUND })
  return delta === null ? null : BigInt(Math.floor(nowMs / 1000 / PERIOD_S) + delta)
}

/**
 * `used`: the code was right, but it or a later one was used before: the person must wait for the
 * next one.
 */
export type CodeTaken = 'taken' | 'wrong' | 'used'

/** Uses up a code of the account's second step. */
export async function takeCode(
  { pool, masterKey }: { pool: Pool; masterKey: MasterKeys },
  { accountId, totpSealed }: Account,
  code: string,
  nowMs: number,
): Promise<CodeTaken> {
  const step = findTotpStep(masterKey, accountId, totpSealed!, code, nowMs)
  if (step === null) return 'wrong'
  return (await takeTotpStep(pool, accountId, step)) ? 'taken' : 'used'
}
