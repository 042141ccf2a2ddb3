// Callers behind proxies: each row has a socket, the hops in a header, and the one address that is
// trusted. And which id a call has.

import t from 'tap'
import { isUuid } from '../../src/core/identifiers.ts'
import { chooseRequestId, countCaller, findCaller } from '../../src/operator/caller-address.ts'

const PROXIES = ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']
const CLIENT = '203.0.113.7'

const ROWS: [name: string, socket: string, forwarded: string[], caller: string | null][] = [
  ['no proxy', CLIENT, [], CLIENT],
  ['a header from an untrusted address', CLIENT, ['198.51.100.1'], CLIENT],
  ['nonsense from an untrusted address', CLIENT, ['unknown'], CLIENT],
  ['a proxy that calls itself', '10.0.0.1', [], '10.0.0.1'],
  ['one proxy', '10.0.0.1', [CLIENT], CLIENT],
  ['two proxies', '10.0.0.1', [`${CLIENT}, 10.0.0.2`], CLIENT],
  ['two proxies, a header each', '10.0.0.1', [CLIENT, '10.0.0.2'], CLIENT],
  ['spaces and tabs', '10.0.0.1', [` ${CLIENT}\t,10.0.0.2 `], CLIENT],
  ['a mapped socket', '::ffff:10.0.0.1', [CLIENT], CLIENT],
  ['a mapped socket in full', '0000:0000:0000:0000:0000:ffff:7f00:0001', [CLIENT], CLIENT],
  ['a mapped client', '10.0.0.1', [`::ffff:${CLIENT}`], CLIENT],
  ['an IPv6 proxy and client', 'fd00::1', ['2001:DB8::7'], '2001:db8::7'],
  ['a client with its port', '10.0.0.1', [`${CLIENT}:4711`], CLIENT],
  ['an IPv6 client with its port', '10.0.0.1', ['[2001:db8::7]:4711'], '2001:db8::7'],
  ['an IPv6 client in brackets', '10.0.0.1', ['[2001:db8::7]'], '2001:db8::7'],
  // What the client wrote itself is left of what our proxies wrote.
  ['a forged hop', '10.0.0.1', [`198.51.100.1, ${CLIENT}`], CLIENT],
  ['a forged proxy', '10.0.0.1', [`198.51.100.1, ${CLIENT}, 10.0.0.2`], CLIENT],
  ['a forged header', '10.0.0.1', ['198.51.100.1', CLIENT], CLIENT],
  ['forged nonsense', '10.0.0.1', [`unknown,,x, ${CLIENT}`], CLIENT],
  ['only proxies', '10.0.0.1', ['10.0.0.3, 10.0.0.2'], '10.0.0.3'],
  // A trusted proxy wrote something that cannot be read: no address.
  ['unknown', '10.0.0.1', ['unknown'], null],
  ['a hidden name', '10.0.0.1', ['_proxy'], null],
  ['an empty header', '10.0.0.1', [''], null],
  ['an empty hop', '10.0.0.1', [`${CLIENT},`], null],
  ['a name', '10.0.0.1', ['localhost'], null],
  ['an octal address', '10.0.0.1', ['0177.0.0.1'], null],
  ['a zone', '10.0.0.1', ['fe80::1%eth0'], null],
  ['a missing bracket', '10.0.0.1', ['[2001:db8::7'], null],
  ['empty IPv4 brackets', '10.0.0.1', ['[]'], null],
  ['quotes', '10.0.0.1', [`"${CLIENT}"`], null],
  ['unreadable behind a proxy', '10.0.0.1', ['unknown, 10.0.0.2'], null],
  ['sixteen proxies', '10.0.0.1', [`${CLIENT}${', 10.0.0.2'.repeat(15)}`], CLIENT],
  ['seventeen proxies', '10.0.0.1', [`${CLIENT}${', 10.0.0.2'.repeat(16)}`], null],
  ['a socket without an address', '', [CLIENT], null],
]

t.test('the caller is the first address from our side that is not a trusted proxy', async t => {
  for (const [name, socket, forwarded, caller] of ROWS) {
    t.equal(findCaller(socket, forwarded, PROXIES), caller, name)
  }
})

t.test('without trusted proxies no header is believed', async t => {
  for (const [name, socket, forwarded] of ROWS) {
    t.equal(findCaller(socket, forwarded, []), findCaller(socket, [], []), name)
  }
})

t.test('a caller counts as its address or its /64, and an unreadable one as the proxy', async t => {
  t.equal(countCaller(CLIENT, [], PROXIES), CLIENT)
  t.equal(countCaller('10.0.0.1', [CLIENT], PROXIES), CLIENT)
  t.equal(countCaller('fd00::1', ['2001:db8:1:2::7'], PROXIES), '2001:db8:1:2::/64')
  t.equal(countCaller('10.0.0.1', ['unknown'], PROXIES), '10.0.0.1')
})

t.test('a call has the one well-formed id of a trusted proxy, otherwise a new one', async t => {
  const given = 'edge-11111111'
  const choose = (socket: string, ids: string[]) => chooseRequestId(socket, ids, PROXIES)
  t.equal(choose('10.0.0.1', [given]), given)
  const ignored: [name: string, socket: string, ids: string[]][] = [
    ['of another caller', CLIENT, [given]],
    ['two of them', '10.0.0.1', [given, given]],
    ['not well-formed', '10.0.0.1', [`${given}\r\n`]],
    ['none', '10.0.0.1', []],
  ]
  for (const [name, socket, ids] of ignored) t.ok(isUuid(choose(socket, ids)), name)
  t.not(choose(CLIENT, []), choose(CLIENT, []))
})
