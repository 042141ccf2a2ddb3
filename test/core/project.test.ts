import t from 'tap'
import { checkCallbackUrl } from '../../src/core/callback-address.ts'
import { checkProjectId } from '../../src/core/project.ts'

const PUBLIC = { allowLoopback: false }
const DEVELOPMENT = { allowLoopback: true }

t.test('project ids are short lower-case names', async t => {
  for (const id of ['a', '7up', 'acme', 'acme_eu-2', 'a'.repeat(64)])
    t.ok(checkProjectId(id).ok, id)
  for (const id of ['', 'Acme', '-a', '_a', 'a b', 'a/b', 'ä', 'a'.repeat(65), 'a\n']) {
    t.notOk(checkProjectId(id).ok, JSON.stringify(id))
  }
})

t.test('public https addresses are accepted', async t => {
  const good = [
    'https://wallet.example.com',
    'https://wallet.example.com/api/v1',
    'https://wallet.example.com:443/api',
    'https://8.8.8.8/wallet',
    'https://[2606:4700::1111]/wallet',
    `https://wallet.example.com/${'a'.repeat(512 - 27)}`,
  ]
  for (const url of good) t.ok(checkCallbackUrl(url, PUBLIC).ok, url)
})

t.test('everything else is refused with its reason', async t => {
  const bad: [string, RegExp][] = [
    ['http://wallet.example.com', /https/],
    ['ftp://wallet.example.com', /https/],
    ['https://wallet.example.com:8443', /443/],
    ['https://user:pw@wallet.example.com', /user info/],
    ['https://@wallet.example.com', /user info/],
    ['https://wallet.example.com/?a=1', /query/],
    ['https://wallet.example.com?', /query/],
    ['https://wallet.example.com/#x', /fragment/],
    ['https://wallet.example.com/', /slash/],
    ['https://wallet.example.com/api/', /slash/],
    ['https://wallet.example.com\\api', /backslash/],
    ['https://wallet.example.com/a b', /ASCII/],
    ['https://wallet.example.com/a\n', /ASCII/],
    ['wallet.example.com', /absolute/],
    ['', /ASCII/],
    [`https://wallet.example.com/${'a'.repeat(513 - 27)}`, /512/],
    ['https://localhost/api', /public/],
    ['https://wallet.localhost/api', /public/],
    ['https://127.0.0.1/api', /public/],
    ['https://127.1/api', /public/],
    ['https://2130706433/api', /public/],
    ['https://0x7f.0.0.1/api', /public/],
    ['https://10.0.0.1/api', /public/],
    ['https://100.64.0.1/api', /public/],
    ['https://169.254.169.254/api', /public/],
    ['https://192.168.1.1./api', /public/],
    ['https://0.0.0.0/api', /public/],
    ['https://224.0.0.1/api', /public/],
    ['https://[::1]/api', /public/],
    ['https://[::]/api', /public/],
    ['https://[fd00::1]/api', /public/],
    ['https://[fe80::1]/api', /public/],
    ['https://[::ffff:10.0.0.1]/api', /public/],
    ['https://[64:ff9b::a00:1]/api', /public/],
    ['https://[2002:a00:1::]/api', /public/],
  ]
  for (const [url, reason] of bad) {
    t.match(checkCallbackUrl(url, PUBLIC), { ok: false, reason }, url)
  }
})

t.test('the development switch opens loopback and nothing else', async t => {
  const local = [
    'http://127.0.0.1:9000/wallet',
    'http://localhost:9000/wallet',
    'http://[::1]:9000/wallet',
    'https://127.0.0.1/wallet',
  ]
  for (const url of local) t.ok(checkCallbackUrl(url, DEVELOPMENT).ok, url)
  const closed = [
    'http://wallet.example.com/api',
    'https://10.0.0.1/api',
    'http://192.168.0.1:9000/api',
    'ftp://127.0.0.1/api',
    'http://127.0.0.1:9000/',
    'http://127.0.0.1.example.com/api',
  ]
  for (const url of closed) t.notOk(checkCallbackUrl(url, DEVELOPMENT).ok, url)
})

t.test('a loopback address of another scheme is refused by its scheme', async t => {
  const check = checkCallbackUrl('ftp://127.0.0.1/api', DEVELOPMENT)
  t.strictSame(check, { ok: false, reason: 'only http:// or https://' })
})

t.test('the refusal of an invalid project id has the form of a valid one', async t => {
  t.match(checkProjectId('A'), { ok: false, reason: /1 to 64 of a-z, 0-9/ })
})
