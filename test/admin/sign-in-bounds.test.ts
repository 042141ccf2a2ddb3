// What a flood of sign-ins may use of a node: password checks, where known users go before
// strangers, and the failures collected for the audit log.

import t from 'tap'
import { deviceCookie } from '../../src/admin/sign-in/cookie.ts'
import {
  ADMIN_FAILED_SIGN_IN_ACCOUNTS,
  ADMIN_FAILED_SIGN_IN_ADDRESSES,
  createFailedSignIns,
  type FailedSignIn,
} from '../../src/admin/sign-in/failed-sign-ins.ts'
import {
  ADMIN_SIGN_INS_PER_MINUTE,
  createSignInLimits,
  type Trier,
} from '../../src/admin/sign-in/limits.ts'
import { createTurns, PasswordsCrowded } from '../../src/admin/sign-in/passwords.ts'

t.test('strangers fill their own places, and known users go first', async t => {
  const inTurn = createTurns(1, 2)
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  let release = () => {}
  const held = inTurn('stranger', () => new Promise<void>(resolve => (release = resolve)))
  const waiting = [
    inTurn('stranger', note('stranger 1')),
    inTurn('stranger', note('stranger 2')),
    inTurn('known', note('known 1')),
    inTurn('known', note('known 2')),
  ]
  for (const asker of ['stranger', 'known'] as const) {
    const refused = await inTurn(asker, note('one too many')).catch(error => error)
    t.ok(refused instanceof PasswordsCrowded, `the number of places for ${asker}s`)
  }
  release()
  await Promise.all([held, ...waiting])
  t.strictSame(order, ['known 1', 'known 2', 'stranger 1', 'stranger 2'])
  await inTurn('stranger', note('later'))
  t.equal(order.at(-1), 'later')
})

t.test('failures from any number of accounts and addresses make a few records', async t => {
  const written: (readonly FailedSignIn[])[] = []
  const failed = createFailedSignIns(async each => void written.push(each))
  await failed.flush()
  t.strictSame(written, [], 'no failures, no records')
  for (let number = 0; number < 5_000; number++)
    failed.add(`a${number % 50}`, `10.0.${number % 20}.${number % 250}`)
  for (let time = 0; time < 3; time++) failed.add(null, '10.9.9.9')
  await failed.flush()
  const [records = []] = written
  t.equal(records.length, ADMIN_FAILED_SIGN_IN_ACCOUNTS + 1)
  const sum = records.reduce((before, { failures }) => before + failures, 0)
  t.equal(sum, 5_003, 'all are counted')
  t.ok(records.every(({ addresses }) => addresses.length <= ADMIN_FAILED_SIGN_IN_ADDRESSES))
  t.match(records[0], { subject: 'account a0', failures: 100 })
  failed.add('olga', '10.1.1.1')
  failed.add('olga', '10.1.1.1')
  await failed.flush()
  t.strictSame(written[1], [
    { subject: 'account olga', failures: 2, addresses: [{ address: '10.1.1.1', failures: 2 }] },
  ])
})

t.test('over https the browser cookie is valid for https and this host only', t => {
  const panel = { origin: 'https://admin.example.com', side: 'platform' } as const
  const cookie = deviceCookie('a'.repeat(43), panel, 'olga')
  t.match(cookie, /^__Host-reelhouse-device-[\w-]{22}=a{43}; Path=\/; Secure; /)
  t.match(cookie, /; HttpOnly; SameSite=Strict$/)
  t.end()
})

t.test('right passwords give tries back, but not the password checks of their account', async t => {
  const taken = new Map<string, number>()
  const limits = createSignInLimits(
    {
      async take(key, _, perMinute) {
        const count = (taken.get(key) ?? 0) + 1
        if (count > perMinute) return { isAllowed: false, retryAfterS: 1 }
        taken.set(key, count)
        return { isAllowed: true, remaining: perMinute - count }
      },
      refill: async key => void taken.delete(key),
    },
    error => t.fail(String(error)),
  )
  const triers: readonly Trier[] = [1, 2, 3].flatMap((number): Trier[] => [
    { by: 'session', sessionId: `s${number}`, name: 'vira', address: '10.0.0.1' },
    { by: 'device', deviceId: `d${number}`, name: 'vira' },
  ])
  let checks = 0
  while (checks < 1_000) {
    const trier = triers[checks % triers.length]!
    if ((await limits.take(trier)) !== null) break
    await limits.forgive(trier)
    checks++
  }
  t.equal(checks, ADMIN_SIGN_INS_PER_MINUTE.checks, 'of all its sessions and devices')
  const other = await limits.take({ by: 'device', deviceId: 'd9', name: 'olga' })
  t.equal(other, null, 'others are not affected')
})
