// SPDX-License-Identifier: Apache-2.0
// The check of signed calls, made when a signing key is given: a call without a signature, or with
// a wrong one, moves nothing.

import { signBody } from '../wallet/signature.ts'
import { BET, type Check, is } from './check.ts'
import { type Call, unruly } from './check-calls.ts'
import { CheckNotMade, type Steps } from './check-steps.ts'

const HOUR_S = 3_600

export const SIGNATURES: readonly Check[] = [
  {
    name: 'wrong-signature',
    group: 'Signatures',
    title: 'a call that is not signed, or not rightly or lately, is refused and moves nothing',
    contract: 'docs/wallet-guide.md#signed-calls: refuse what the signature does not prove',
    fix:
      'check X-Reelhouse-Signature over the bytes of the body, in constant time, before you ' +
      'parse them; refuse a time more than five minutes away; answer HTTP 401',
    after: 'bet',
    run: refusesWrongSignatures,
  },
]

async function refusesWrongSignatures(steps: Steps): Promise<void> {
  const { signingKey } = steps.player
  if (signingKey === undefined) throw new CheckNotMade('no signing key was given')
  const before = await steps.balance()
  for (const [label, forge] of Object.entries(FORGERIES)) {
    const call = steps.round().bet(BET)
    const signature = forge(signingKey, Math.floor(Date.now() / 1000), call)
    const heard = await steps.hear(unruly({ ...call, signature }), `a bet ${label}`)
    if (!is(heard, 'unknown')) steps.fail(`a bet ${label}: a refusal`, heard.text)
  }
  await steps.balanceIs(before, 'as before the forged calls')
}

type Forge = (key: string, nowS: number, call: Call) => string | null

const FORGERIES: Readonly<Record<string, Forge>> = {
  'without a signature': () => null,
  'with an empty signature': () => '',
  'signed by another key': (key, nowS, { body }) => signBody([`${key}x`], nowS, body),
  'signed for another body': (key, nowS, { body }) => signBody([key], nowS, `${body} `),
  'signed for another time': (key, nowS, { body }) =>
    signBody([key], nowS - 1, body).replace(`t=${nowS - 1}`, `t=${nowS}`),
  'signed an hour ago': (key, nowS, { body }) => signBody([key], nowS - HOUR_S, body),
  'signed for an hour later': (key, nowS, { body }) => signBody([key], nowS + HOUR_S, body),
}
