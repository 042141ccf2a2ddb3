// Refused callback addresses: a table of addresses, a table of URLs, hosts with many addresses.

import t from 'tap'
import {
  checkCallbackUrl,
  classifyAddress,
  isNamed,
  readWalletNetwork,
} from '../../src/core/callback-address.ts'
import { resolveReachable } from '../../src/wallet/address-guard.ts'
import { createStoreAddresses } from '../../src/wallet/store-addresses.ts'

const closed = { allowLoopback: false }
const open = { allowLoopback: true }

/** By kind; several addresses are separated by spaces. */
const KINDS = {
  public:
    '8.8.8.8 93.184.216.34 172.32.0.1 100.128.0.1 2606:4700:4700::1111 ' +
    '2a00:1450:4001:81b::200e',
  unspecified: '0.0.0.0 0.1.2.3 ::',
  private: '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1',
  carrierGradeNat: '100.64.0.1 100.127.255.255',
  loopback: '127.0.0.1 127.255.255.254 ::1',
  cloudInternal: '168.63.129.16 100.100.100.200 fd00:ec2::254 fd20:ce::254 fd00:42::42',
  linkLocal: '169.254.169.254 fe80::1 fe80::1%eth0',
  reserved:
    '192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.7 ' +
    '240.0.0.1 2001:db8::1 3fff::1',
  multicast: '224.0.0.1 239.255.255.255 ff02::1',
  broadcast: '255.255.255.255',
  ipv4Compatible: '::7f00:1 ::808:808',
  // The parser takes the dotted form of a compatible address for a mapped one; it is refused too.
  ipv4Mapped: '::8.8.8.8 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8',
  rfc6145: '::ffff:0:7f00:1',
  nat64: '64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a00:1',
  discard: '100::1',
  teredo: '2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2',
  benchmarking: '2001:2::1',
  deprecatedOrchid: '2001:10::1',
  '6to4': '2002:7f00:1::1 2002:808:808::1',
  isatap: '2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:a00:1',
  unallocated: '4000::1',
  segmentRouting: '5f00::1',
  uniqueLocal: 'fc00::1 fd00:ec3::254',
  deprecatedSiteLocal: 'fec0::1',
  invalid: '127.1 0x7f.0.0.1 example.com',
}

t.test('guarantee 15: every special range is distinguished from public addresses', async t => {
  for (const [kind, addresses] of Object.entries(KINDS))
    for (const address of addresses.split(' ')) t.equal(classifyAddress(address), kind, address)
  t.equal(classifyAddress(''), 'invalid')
})

/** This machine and special networks, in every spelling; separated by spaces. */
const REFUSED_HOSTS = [
  '127.0.0.1 127.1 0x7f000001 0x7f.0.0.1 2130706433 017700000001 0177.0.0.1 127.0.0.1.',
  '%31%32%37.0.0.1 ①②⑦.0.0.1 0 0.0.0.0 localhost LOCALHOST localhost. wallet.localhost',
  '10.1.2.3 167772161 169.254.169.254 2852039166 0xa9fea9fe 100.100.100.200 168.63.129.16',
  '172.16.0.1 192.168.0.1 192.0.0.192 198.18.0.1 224.0.0.1 255.255.255.255',
  '[::] [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:a00:1] [::127.0.0.1]',
  '[64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::1] [fe80::1]',
  '[fd00:ec2::254] [ff02::1]',
]

const REFUSED_URLS = [
  ...REFUSED_HOSTS.flatMap(hosts => hosts.split(' ')).map(host => `https://${host}/wallet`),
  'http://wallet.example.com/wallet',
  'http://wallet.example.com:443/wallet',
  'https://wallet.example.com:8443/wallet',
  'https://wallet.example.com:22',
  'https://user@wallet.example.com/wallet',
  'https://user:pass@wallet.example.com/wallet',
  'https://@wallet.example.com/wallet',
  'https://wallet.example.com@127.0.0.1/wallet',
  'https://wallet.example.com\\@127.0.0.1/wallet',
  'https://wallet.example.com/wallet?x=1',
  'https://wallet.example.com/wallet?',
  'https://wallet.example.com/wallet#x',
  'https://wallet.example.com/wallet#',
  'https://wallet.example.com/wallet/',
  'https://wallet.example.com/',
  ' https://wallet.example.com/wallet',
  'https://wallet.example.com/wal let',
  'https://wallet.example\t.com/wallet',
  'https:wallet.example.com/wallet',
  'https:///wallet',
  'https://[::1',
  '//wallet.example.com/wallet',
  'ftp://wallet.example.com/wallet',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'javascript:alert(1)',
  '',
  `https://wallet.example.com/${'x'.repeat(512)}`,
]

t.test('guarantee 15: callback addresses that lead anywhere else are refused', async t => {
  for (const url of REFUSED_URLS) t.notOk(checkCallbackUrl(url, closed).ok, url.slice(0, 80))
})

t.test('a public https address is a callback address', async t => {
  for (const url of [
    'https://wallet.example.com',
    'https://wallet.example.com/api/v1/wallet',
    'https://wallet.example.com:443/wallet',
    'https://8.8.8.8/wallet',
    'https://[2606:4700:4700::1111]/wallet',
  ]) {
    t.ok(checkCallbackUrl(url, closed).ok, url)
  }
})

t.test('the development switch opens loopback and nothing else', async t => {
  for (const url of [
    'http://127.0.0.1:9000/wallet',
    'http://localhost:9000',
    'https://localhost/wallet',
    'http://[::1]:9000/wallet',
    'http://wallet.localhost:9000/wallet',
  ]) {
    t.ok(checkCallbackUrl(url, open).ok, url)
  }
  for (const url of [
    'http://10.0.0.1:9000/wallet',
    'https://192.168.0.1/wallet',
    'http://wallet.example.com/wallet',
    'https://wallet.example.com:8443/wallet',
    'http://169.254.169.254/latest',
    'http://0.0.0.0:9000/wallet',
    'http://[::ffff:127.0.0.1]:9000/wallet',
    'http://127.0.0.1:9000/wallet/',
    'http://user@127.0.0.1:9000/wallet',
  ]) {
    t.notOk(checkCallbackUrl(url, open).ok, url)
  }
})

t.test('guarantee 15: one private address among many refuses the host', async t => {
  const refused = { code: 'ADDRESS_REFUSED' }
  const says = (addresses: string[]) => async () => addresses
  const both = ['8.8.8.8', '2606:4700::1111']
  t.same(await resolveReachable('w.example', closed, says(both)), both)
  for (const bad of ['10.0.0.1', '127.0.0.1', '::1', 'fd00::1', '64:ff9b::808:808', '0.0.0.0']) {
    for (const list of [[bad], ['8.8.8.8', bad], [bad, '8.8.8.8']]) {
      await t.rejects(resolveReachable('w.example', closed, says(list)), refused, bad)
    }
  }
  await t.rejects(resolveReachable('localhost', closed, says(['8.8.8.8'])), refused)
  t.same(await resolveReachable('localhost', open, says(['8.8.8.8'])), ['127.0.0.1', '::1'])
  t.same(await resolveReachable('w.example', open, says(['127.0.0.1'])), ['127.0.0.1'])
  await t.rejects(resolveReachable('w.example', open, says(['127.0.0.1', '10.0.0.1'])), refused)
})

t.test('the addresses of stores are resolved again when they are due', async t => {
  const asked: string[] = []
  const stores = createStoreAddresses(['10.20.0.5', 'db.internal', 'gone'], async host => {
    asked.push(host)
    if (host === 'gone') throw new Error('ENOTFOUND')
    return host === 'db.internal' ? ['10.20.0.6', 'FD00::0:7'] : [host]
  })
  t.ok(stores.has('10.20.0.5'))
  t.notOk(stores.has('10.20.0.6'), 'before its name is resolved')
  await Promise.all([stores.refresh(), stores.refresh()])
  await stores.refresh()
  t.equal(asked.length, 3, 'once for all three calls')
  t.strictSame(['10.20.0.6', 'fd00::7', '10.20.0.7'].map(stores.has), [true, true, false])
})

t.test('a wallet’s network lies completely in one private range', async t => {
  const whole = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']
  for (const network of [...whole, '10.20.0.0/16', '172.31.255.255/32', 'fd00:1::/64']) {
    t.equal(readWalletNetwork(network), network)
  }
  t.equal(readWalletNetwork('10.20.1.2/16'), '10.20.0.0/16', 'in canonical form')
  const wider = ['10.0.0.0/7', '172.16.0.0/11', '192.168.0.0/15', '100.64.0.0/9', 'fc00::/6']
  const others = ['0.0.0.0/0', '::/0', '8.8.8.0/24', '172.32.0.0/16', '2606:4700::/32']
  for (const text of [...wider, ...others, '10.0.0.1', 'example.com/8', '']) {
    t.equal(readWalletNetwork(text), null, text)
  }
})

t.test('a named network is private as a whole, and never a cloud’s own service', async t => {
  const policy = { ...closed, networks: ['10.20.0.0/16', '100.64.0.0/10', 'fd00::/8'] }
  const named = ['10.20.255.1', '100.64.0.1', 'fd00:1::1']
  const others = [
    '10.21.0.1',
    '100.100.100.200',
    'fd00:ec2::254',
    'fd00:42::42',
    '::ffff:10.20.0.1',
  ]
  t.strictSame(
    [...named, ...others].map(each => isNamed(each, policy)),
    [...named.map(() => true), ...others.map(() => false)],
  )
  t.ok(checkCallbackUrl('https://10.20.0.1/w', policy).ok)
  for (const url of ['https://10.21.0.1/w', 'http://10.20.0.1/w', 'https://10.20.0.1:8443/w']) {
    t.notOk(checkCallbackUrl(url, policy).ok, url)
  }
})
