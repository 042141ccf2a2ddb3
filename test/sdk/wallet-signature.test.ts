// A signature made by the platform is verified by the wallet's side, and no other is.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { SIGNATURE_HEADER, verifySignature } from '../../src/sdk/wallet-signature.ts'
import { SIGNATURE_HEADER as SENT_AS, signBody } from '../../src/wallet/signature.ts'

const nowS = 1_795_341_600
const text = '{"method":"bet","amount":1.00,"player_id":"\u00e4"}'
const body = Buffer.from(text)
const verify = (signature: string | undefined, keys: string[], bytes = body) =>
  verifySignature({ signature, body: bytes }, keys, { nowS })

t.test('one right key of several is enough, on either side', t => {
  t.equal(SIGNATURE_HEADER, SENT_AS)
  t.ok(verify(signBody(['rs_a'], nowS, text), ['rs_a']))
  t.ok(verify(signBody(['rs_a', 'rs_b'], nowS, text), ['rs_a']), 'during the exchange of keys')
  t.ok(verify(signBody(['rs_a', 'rs_b'], nowS, text), ['rs_b']))
  t.ok(verify(signBody(['rs_b'], nowS, text), ['rs_a', 'rs_b']))
  t.notOk(verify(signBody(['rs_a'], nowS, text), ['rs_b']))
  t.notOk(verify(signBody(['rs_a'], nowS, text), []))
  t.end()
})

t.test('the example of the wallet guide is right', t => {
  const guide = readFileSync(path.join(PROJECT_ROOT, 'docs', 'wallet-guide.md'), 'utf8')
  const [, key, seconds, sent] = /^```\n(rs_.+)\n(\d+)\n(.+)\n```$/m.exec(guide)!
  const [, signature] = /^X-Reelhouse-Signature: (t=\d+,v1=[0-9a-f]{64})$/m.exec(guide)!
  const bytes = new TextEncoder().encode(sent)
  t.ok(verifySignature({ signature, body: bytes }, [key!], { nowS: Number(seconds) }))
  t.equal(signBody([key!], Number(seconds), sent!), signature)
  t.end()
})

t.test('another body, time or form is refused', t => {
  const right = signBody(['rs_a'], nowS, text)
  t.notOk(verify(right, ['rs_a'], Buffer.from(text.replace('1.00', '2.00'))))
  t.notOk(verify(right.replace(`t=${nowS}`, `t=${nowS + 1}`), ['rs_a']))
  const changed = [right.slice(0, -1), right.toUpperCase(), right.replace('v1', 'v0')]
  const added = [`${right}0`, `,${right}`, ` ${right}`]
  for (const form of [undefined, '', 't=1', `t=${nowS}`, ...changed, ...added]) {
    t.notOk(verify(form, ['rs_a']), form ?? 'none')
  }
  t.end()
})

t.test('a difference of five minutes either way is accepted, one second more is not', t => {
  for (const offsetS of [-301, -300, 300, 301]) {
    const isRight = Math.abs(offsetS) === 300
    t.equal(verify(signBody(['rs_a'], nowS + offsetS, text), ['rs_a']), isRight, `${offsetS}`)
  }
  t.end()
})
