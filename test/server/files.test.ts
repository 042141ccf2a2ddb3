// The number of connections a node accepts for the files it may open.

import t from 'tap'
import {
  connectionLimits,
  countAddresses,
  readFileLimit,
} from '../../src/server/listeners/public-listener.ts'

t.test('some files are reserved for other uses, and no address takes all', async t => {
  t.strictSame(connectionLimits(700), { inAll: 525, byAddress: 262 })
  t.strictSame(connectionLimits(65_536), { inAll: 57_344, byAddress: 4_096 })
  t.strictSame(connectionLimits(null), { inAll: 60_000, byAddress: 4_096 })
  t.strictSame(connectionLimits(1), { inAll: 1, byAddress: 1 })
})

t.test('the limit of this process is read', async t => {
  const limit = readFileLimit()
  t.ok(limit === null || limit > 0)
})

t.test('the kernel’s lists are read by port, state and caller', async t => {
  const rows = [
    '  sl  local_address rem_address   st tx_queue',
    '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000',
    '   1: 0100007F:1F90 0200007F:D431 01 00000000:00000000',
    '   2: 0100007F:1F90 0200007F:D432 08 00000000:00000000',
    '   3: 0100007F:1F90 0300007F:D433 06 00000000:00000000',
    '   4: 0100007F:1F91 0200007F:D434 01 00000000:00000000',
    '   5: 00000000000000000000000001000000:1F90 0000000000000000FFFF00000200007F:D435 01 0:0',
    '   6: 00000000000000000000000001000000:1F90 B80D01200200010000000000070000AB:D435 01 0:0',
    '   7: 00000000000000000000000001000000:1F90 B80D012002000100FFFFFFFF08000000:D435 01 0:0',
  ]
  t.strictSame(
    [...countAddresses(rows.join('\n'), 8080)],
    [
      ['127.0.0.2', 3],
      ['2001:db8:1:2::/64', 2],
    ],
  )
})
