// The codes of the admin API's answers, and the codes of an account's second step.

import * as OTPAuth from 'otpauth'
import { type AdminAnswer, type AdminCaller, PASSWORD } from './admin.ts'

/** The status and the code of an answer; `200 ok` of a good one. */
export const codeOf = ({ status, body }: AdminAnswer) => `${status} ${body?.message ?? 'ok'}`

/** A second step for a signed-in account: it is set up once `confirm` gets the code of now. */
export async function beginTotp(caller: AdminCaller) {
  const { secret } = (await caller.call('POST', '/account/totp/begin', {})).body
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) })
  return {
    /** @param steps of 30 seconds from now */
    codeIn: (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 }),
    confirm: (newCode: string) =>
      caller.call('POST', '/account/totp/confirm', { newCode, password: PASSWORD }),
  }
}
