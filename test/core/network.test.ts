// Addresses and networks as text: their form, their canonical form, and which network contains
// which address.

import t from 'tap'
import { countedAddress, isInside, parseNetwork, readAddress } from '../../src/core/network.ts'

t.test('networks are CIDR, kept in canonical form', async t => {
  const good = {
    '203.0.113.0/24': '203.0.113.0/24',
    '203.0.113.7/24': '203.0.113.0/24',
    '203.0.113.7/32': '203.0.113.7/32',
    '0.0.0.0/0': '0.0.0.0/0',
    '2001:DB8::1/32': '2001:db8::/32',
    '::ffff:203.0.113.7/120': '203.0.113.0/24',
  }
  for (const [text, network] of Object.entries(good)) t.equal(parseNetwork(text), network, text)
  const bad = [
    '',
    '203.0.113.7',
    '10/8',
    '10.0.0.0/33',
    '0x0a.0.0.0/8',
    '010.0.0.0/8',
    '2001:db8::',
  ]
  bad.push('2001:db8::/129', 'fe80::1%eth0/64', '::ffff:203.0.113.7/90', 'example.com/24')
  for (const text of bad) t.equal(parseNetwork(text), null, text)
})

t.test('an address has one form, and an IPv4-mapped one is IPv4', async t => {
  const good = {
    '203.0.113.7': '203.0.113.7',
    '255.255.255.255': '255.255.255.255',
    '2001:DB8:0:0:0:0:0:7': '2001:db8::7',
    '::1': '::1',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::FFFF:cb00:7107': '203.0.113.7',
    '0000:0000:0000:0000:0000:ffff:7f00:0001': '127.0.0.1',
    '0000:0000:0000:0000:0000:0000:0000:0001': '::1',
    // Compatible and translated addresses are not mapped ones.
    '::cb00:7107': '::cb00:7107',
    '64:ff9b::203.0.113.7': '64:ff9b::cb00:7107',
  }
  for (const [text, address] of Object.entries(good)) t.equal(readAddress(text), address, text)
  const bad = ['', ' ', 'unknown', '_hidden', 'localhost', '10.1', '1', '2130706433', '0x7f.0.0.1']
  bad.push('203.0.113.07', '203.0.113.256', '203.0.113.7 ', '203.0.113.7/32', '203.0.113.7:80')
  bad.push(
    '::203.0.113.7',
    'fe80::1%eth0',
    '[::1]',
    '2001:db8::/32',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    '203.0.113.7\0',
  )
  for (const text of bad) t.equal(readAddress(text), null, text)
})

const NETWORKS = ['203.0.113.0/24', '198.51.100.7/32', '2001:db8:1::/48', '2001:db8::9/128']

t.test('an address is inside when one of the networks holds it', async t => {
  const inside = ['203.0.113.0', '203.0.113.255', '198.51.100.7', '::ffff:203.0.113.9']
  inside.push('::ffff:c633:6407', '2001:db8:1::', '2001:0DB8:0001:ffff::1', '2001:db8::9')
  for (const address of inside) t.equal(isInside(address, NETWORKS), true, address)
  const outside = ['203.0.112.255', '203.0.114.0', '198.51.100.6', '198.51.100.8', '2001:db8:2::']
  outside.push('2001:db8::8', '::203.0.113.9', '64:ff9b::203.0.113.9', '', 'unknown')
  for (const address of outside) t.equal(isInside(address, NETWORKS), false, address)
})

t.test('a network holds addresses of its family only, and an empty list none', async t => {
  t.equal(isInside('203.0.113.7', ['0.0.0.0/0']), true)
  t.equal(isInside('::ffff:203.0.113.7', ['0.0.0.0/0']), true)
  t.equal(isInside('2001:db8::1', ['0.0.0.0/0']), false)
  t.equal(isInside('2001:db8::1', ['::/0']), true)
  t.equal(isInside('203.0.113.7', ['::/0']), false)
  t.equal(isInside('203.0.113.7', []), false)
})

t.test('IPv4 is counted by the whole address, mapped or not, and IPv6 by its /64', async t => {
  const counted = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '0000:0000:0000:0000:0000:ffff:cb00:7107': '203.0.113.7',
    '2001:db8:1:2::7': '2001:db8:1:2::/64',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff': '2001:db8:1:2::/64',
    '2001:db8:1:3::7': '2001:db8:1:3::/64',
    '2001:db8::7': '2001:db8::/64',
    '2001:db8:0:1::7': '2001:db8:0:1::/64',
    '::1': '::/64',
    '1::1': '1::/64',
    // A socket without an address.
    '': '',
  }
  for (const [text, caller] of Object.entries(counted)) t.equal(countedAddress(text), caller, text)
})
