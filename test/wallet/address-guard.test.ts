// Refused callback addresses: a table of addresses, a table of URLs, hosts with many addresses.

import t from 'tap'
import { checkCallbackUrl, classifyAddress } from '../../src/core/callback-address.ts'
import { resolveReachable } from '../../src/wallet/address-guard.ts'

const closed = { allowLoopback: false }
const open = { allowLoopback: true }

const KINDS: [address: string, kind: string][] = [
  ['8.8.8.8', 'public'],
  ['93.184.216.34', 'public'],
  ['172.32.0.1', 'public'],
  ['100.128.0.1', 'public'],
  ['2606:4700:4700::1111', 'public'],
  ['2a00:1450:4001:81b::200e', 'public'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrierGradeNat'],
  ['100.100.100.200', 'carrierGradeNat'],
  ['100.127.255.255', 'carrierGradeNat'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'cloudInternal'],
  ['169.254.169.254', 'linkLocal'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.7', 'reserved'],
  ['203.0.113.7', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'ipv4Compatible'],
  ['::808:808', 'ipv4Compatible'],
  // The parser takes the dotted form of a compatible address for a mapped one; it is refused too.
  ['::8.8.8.8', 'ipv4Mapped'],
  ['::ffff:127.0.0.1', 'ipv4Mapped'],
  ['::ffff:10.0.0.1', 'ipv4Mapped'],
  ['::ffff:8.8.8.8', 'ipv4Mapped'],
  ['::ffff:0:7f00:1', 'rfc6145'],
  ['64:ff9b::7f00:1', 'nat64'],
  ['64:ff9b::808:808', 'nat64'],
  ['64:ff9b:1::a00:1', 'nat64'],
  ['100::1', 'discard'],
  ['2001::1', 'teredo'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:db8::1', 'reserved'],
  ['2001:10::1', 'deprecatedOrchid'],
  ['2002:7f00:1::1', '6to4'],
  ['2002:808:808::1', '6to4'],
  ['3fff::1', 'reserved'],
  ['2606:4700::5efe:10.0.0.1', 'isatap'],
  ['2606:4700::200:5efe:a00:1', 'isatap'],
  ['4000::1', 'unallocated'],
  ['5f00::1', 'segmentRouting'],
  ['fc00::1', 'uniqueLocal'],
  ['fd00:ec2::254', 'uniqueLocal'],
  ['fe80::1', 'linkLocal'],
  ['fe80::1%eth0', 'linkLocal'],
  ['fec0::1', 'deprecatedSiteLocal'],
  ['ff02::1', 'multicast'],
  ['127.1', 'invalid'],
  ['0x7f.0.0.1', 'invalid'],
  ['example.com', 'invalid'],
  ['', 'invalid'],
]

t.test('guarantee 15: every special range is distinguished from public addresses', async t => {
  for (const [address, kind] of KINDS) t.equal(classifyAddress(address), kind, address)
})

const REFUSED_URLS = [
  'https://127.0.0.1/wallet',
  'https://127.1/wallet',
  'https://0x7f000001/wallet',
  'https://0x7f.0.0.1/wallet',
  'https://2130706433/wallet',
  'https://017700000001/wallet',
  'https://0177.0.0.1/wallet',
  'https://127.0.0.1./wallet',
  'https://%31%32%37.0.0.1/wallet',
  'https://①②⑦.0.0.1/wallet',
  'https://0/wallet',
  'https://0.0.0.0/wallet',
  'https://10.1.2.3/wallet',
  'https://167772161/wallet',
  'https://169.254.169.254/latest/meta-data',
  'https://2852039166/latest/meta-data',
  'https://0xa9fea9fe/latest/meta-data',
  'https://100.100.100.200/latest',
  'https://168.63.129.16/machine',
  'https://172.16.0.1/wallet',
  'https://192.168.0.1/wallet',
  'https://192.0.0.192/wallet',
  'https://198.18.0.1/wallet',
  'https://224.0.0.1/wallet',
  'https://255.255.255.255/wallet',
  'https://[::]/wallet',
  'https://[::1]/wallet',
  'https://[::ffff:127.0.0.1]/wallet',
  'https://[::ffff:7f00:1]/wallet',
  'https://[0:0:0:0:0:ffff:a00:1]/wallet',
  'https://[::127.0.0.1]/wallet',
  'https://[64:ff9b::7f00:1]/wallet',
  'https://[64:ff9b:1::7f00:1]/wallet',
  'https://[2002:7f00:1::]/wallet',
  'https://[2001:0:7f00:1::1]/wallet',
  'https://[fe80::1]/wallet',
  'https://[fd00:ec2::254]/latest',
  'https://[ff02::1]/wallet',
  'https://localhost/wallet',
  'https://LOCALHOST/wallet',
  'https://localhost./wallet',
  'https://wallet.localhost/wallet',
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
  t.same(await resolveReachable('w.example', closed, says(['8.8.8.8', '2606:4700::1111'])), [
    '8.8.8.8',
    '2606:4700::1111',
  ])
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
