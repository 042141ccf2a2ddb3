// A refusal names the field and the allowed values, for the person who reads it.

import t from 'tap'
import { checkCallbackUrl } from '../../src/core/callback-address.ts'
import { checkProjectId } from '../../src/core/project.ts'

t.test('a loopback address of another scheme is refused by its scheme', async t => {
  const check = checkCallbackUrl('ftp://127.0.0.1/api', { allowLoopback: true })
  t.strictSame(check, { ok: false, reason: 'only http:// or https://' })
})

t.test('the refusal of an invalid project id has the form of a valid one', async t => {
  t.match(checkProjectId('A'), { ok: false, reason: /1 to 64 of a-z, 0-9/ })
})
