// The session token: read back exactly, and only with the key it was issued with.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { issueToken, readToken } from '../../src/operator/launch/session-token.ts'

const KEY = randomBytes(32)
const CLAIMS = { sessionId: '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b', tokenVersion: 3 }
const TOKEN = issueToken(KEY, CLAIMS)

t.test('a token holds the session and its version', async t => {
  t.strictSame(readToken(KEY, TOKEN), CLAIMS)
  t.equal(issueToken(KEY, CLAIMS), TOKEN, 'derived: the same every time')
  t.not(issueToken(KEY, { ...CLAIMS, tokenVersion: 4 }), TOKEN)
})

t.test('a token of another key is refused', async t => {
  t.equal(readToken(randomBytes(32), TOKEN), null)
})

t.test('a truncated, extended or foreign text is refused', async t => {
  for (let length = 0; length < TOKEN.length; length++) {
    t.equal(readToken(KEY, TOKEN.slice(0, length)), null)
  }
  const texts = [`${TOKEN}A`, ` ${TOKEN}`, `${TOKEN}\n`, TOKEN.replace('rt_', 'rk_'), 'rt_', '']
  for (const text of texts) t.equal(readToken(KEY, text), null, JSON.stringify(text))
})

t.test('no character can be changed', async t => {
  for (let at = 3; at < TOKEN.length; at++) {
    const other = TOKEN[at] === 'A' ? 'B' : 'A'
    const forged = TOKEN.slice(0, at) + other + TOKEN.slice(at + 1)
    t.equal(readToken(KEY, forged), null, `at ${at}`)
  }
})

t.test('the spare bits of the last character cannot be changed either', async t => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const accepted = [...letters].filter(last => readToken(KEY, TOKEN.slice(0, -1) + last) !== null)
  t.strictSame(accepted, [TOKEN.at(-1)])
})

t.test('a signature of one session does not fit another', async t => {
  const bytes = Buffer.from(TOKEN.slice(3), 'base64url')
  const next = issueToken(KEY, { ...CLAIMS, tokenVersion: 4 })
  const claims = Buffer.from(next.slice(3), 'base64url').subarray(0, 20)
  const spliced = `rt_${Buffer.concat([claims, bytes.subarray(20)]).toString('base64url')}`
  t.equal(readToken(KEY, spliced), null)
})

t.test('property: every session id and version comes back', async t => {
  const version = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(fc.uuid(), version, (sessionId, tokenVersion) => {
      const read = readToken(KEY, issueToken(KEY, { sessionId, tokenVersion }))
      return read?.sessionId === sessionId && read.tokenVersion === tokenVersion
    }),
  )
  t.pass()
})
