// A signed text is returned whole or not at all, whatever a browser sends instead.

import t from 'tap'
import { readSignedText, signText } from '../../src/operator/signed-text.ts'

const key = Buffer.alloc(32, 7)
const genuine = signText(key, 'guest-1')
const [, signature = ''] = genuine.split('.')

t.test('a signed text is read again with its key only', async t => {
  t.equal(readSignedText(key, genuine), 'guest-1')
  t.equal(readSignedText(Buffer.alloc(32, 8), genuine), null)
})

t.test('any other text returns null and throws nothing', async t => {
  const others = [
    '',
    '.',
    'guest-1',
    'guest-1.',
    `guest-2.${signature}`,
    `guest-1.${signature.slice(1)}`,
    `guest-1.${signature}x`,
    `guest-1.${signature.slice(1)}é`,
    `guest-1.${'é'.repeat(22)}`,
    `guest-1.${'\u{1f3b0}'.repeat(11)}`,
    `guest-1.${'\ud800'.repeat(22)}`,
    `guest-1.${'\0'.repeat(22)}`,
    `guest-1.${signature.slice(1)}\n`,
  ]
  for (const other of others) t.equal(readSignedText(key, other), null, JSON.stringify(other))
})
