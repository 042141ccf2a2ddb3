// Token buckets against Redis. Its clock cannot be set, so a test moves the time of a bucket's last
// call, and reads Redis's time from the bucket afterwards: every figure is exact.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { CALLS_PER_MINUTE } from '../../src/core/settings-schema.ts'
import { createRateLimits } from '../../src/redis/rate-limits.ts'
import { openRedisState } from '../support/redis-players.ts'
import { sized } from '../support/size.ts'

const { redis, connect, redisPrefix } = await openRedisState(t)
const takeCall = createRateLimits(redis)

const CALL = 60_000_000n
const refused = (retryAfterS: number) => ({ isAllowed: false, retryAfterS })
const allowed = (remaining: number) => ({ isAllowed: true, remaining })

/** A project without calls so far, and its bucket of one class. */
function newBucket(rateClass: keyof typeof CALLS_PER_MINUTE = 'launch') {
  const projectId = randomUUID()
  const key = `rate:{${projectId}}:${rateClass}`
  return {
    key,
    projectId,
    take: (perMinute: number) => takeCall(projectId, rateClass, perMinute),
    /** No time will have passed at the next call: the last call is set to the future. */
    stopClock: () => redis.hset(key, 'at', '9000000000000000'),
    pass: (us: number) => redis.hincrby(key, 'at', -us),
    async read() {
      const [parts, at] = await redis.hmget(key, 'parts', 'at')
      return { parts: BigInt(parts!), at: BigInt(at!) }
    },
  }
}

const { reports } = CALLS_PER_MINUTE
const QUOTAS = [1, 7, ...sized([reports], Object.values(CALLS_PER_MINUTE))]

t.test('a full minute of calls may be burst, each with the number left, then none', async t => {
  for (const perMinute of QUOTAS) {
    const { take, stopClock } = newBucket()
    const burst = []
    for (let i = 0; i < perMinute; i++) {
      burst.push(await take(perMinute))
      await stopClock()
    }
    t.strictSame(
      burst,
      burst.map((_, i) => allowed(perMinute - 1 - i)),
    )
    t.strictSame(await take(perMinute), refused(Math.ceil(60 / perMinute)))
  }
})

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)

t.test('every call adds the time passed, takes one call or nothing, and loses no part', async t => {
  const steps = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 0, max: 90_000_000 }),
      // A day without calls; a clock that went back.
      fc.constantFrom(86_400_000_000, -5_000_000),
    ),
    { minLength: 1, maxLength: 12 },
  )
  const quota = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(120, 600, 1_200, 99_991))
  await fc.assert(
    fc.asyncProperty(quota, steps, async (perMinute, elapsed) => {
      const { take, pass, read } = newBucket()
      const rate = BigInt(perMinute)
      await take(perMinute)
      for (const us of elapsed) {
        await pass(us)
        const before = await read()
        const taken = await take(perMinute)
        const after = await read()
        const passed = max(0n, after.at - before.at)
        const parts = min(before.parts + passed * rate, rate * CALL)
        const isAllowed = parts >= CALL
        const left = isAllowed ? parts - CALL : parts
        t.equal(after.parts, left, 'parts')
        const wait = (CALL - left + rate * 1_000_000n - 1n) / (rate * 1_000_000n)
        t.strictSame(taken, isAllowed ? allowed(Number(left / CALL)) : refused(Number(wait)))
      }
    }),
    { numRuns: 60 },
  )
})

t.test('over a day of calls at uneven moments not one is lost or gained', async t => {
  // 60,000,000 / 7 is not a whole number of microseconds, and neither step nor call divides the
  // other.
  const [perMinute, stepUs, steps] = [7, 9_999_991, 8_640]
  const { take, pass, read } = newBucket()
  await take(perMinute)
  const start = await read()
  let calls = 0
  const count = (taken: { isAllowed: boolean }) => {
    if (taken.isAllowed) calls++
  }
  // More calls than are refilled, so that the bucket is never full and nothing may be lost.
  for (let i = 0; i < 8; i++) count(await take(perMinute))
  for (let step = 0; step < steps; step++) {
    const [, ...taken] = await Promise.all([pass(stepUs), take(perMinute), take(perMinute)])
    taken.forEach(count)
  }
  const end = await read()
  const passedUs = end.at - start.at + BigInt(steps * stepUs)
  t.equal(BigInt(calls) * CALL, start.parts + passedUs * BigInt(perMinute) - end.parts)
  t.ok(end.parts < CALL, 'nothing was left to take')
  t.ok(calls >= 7 * 60 * 24, `${calls} calls`)
})

/** In one transaction, so that both have one time, give or take a millisecond. */
async function readExpiry(key: string): Promise<number> {
  const [time, ttl] = (await redis.multi().time().pttl(key).exec())!
  const [s, us] = (time![1] as [string, string]).map(Number)
  return s! * 1_000 + us! / 1_000 + (ttl![1] as number)
}

t.test('a bucket is deleted by the time it would be full, and not before', async t => {
  const { key, take, read } = newBucket()
  for (const perMinute of [3, 3, 3, 7]) {
    await take(perMinute)
    const { parts, at } = await read()
    const fullAtMs = Number(at + (BigInt(perMinute) * CALL - parts) / BigInt(perMinute)) / 1_000
    const goneAtMs = await readExpiry(key)
    t.ok(goneAtMs >= fullAtMs, 'a deleted bucket is full')
    t.ok(goneAtMs <= fullAtMs + 1_010, 'an idle bucket is not kept')
  }
})

t.test('quotas may change: a smaller one cuts the bucket, a larger one fills up', async t => {
  const { take, stopClock, pass } = newBucket()
  t.strictSame(await take(600), allowed(599))
  t.strictSame(await take(2), allowed(1))
  await stopClock()
  t.strictSame(await take(600), allowed(0), 'lost calls do not come back at once')
  await pass(60_000_000)
  t.strictSame(await take(600), allowed(599))
})

t.test('classes and projects have separate buckets, a project’s under one hash tag', async t => {
  const [one, other] = [newBucket(), newBucket()]
  await one.take(1)
  t.notOk((await one.take(1)).isAllowed)
  t.ok((await other.take(1)).isAllowed)
  t.ok((await takeCall(one.projectId, 'actions', 1)).isAllowed)
  t.ok((await takeCall(one.projectId, 'reports', 1)).isAllowed)
  const keys = await redis.keys(`${redisPrefix}rate:{${one.projectId}}:*`)
  t.equal(keys.length, 3)
})

t.test('calls of one turn are counted together, in the order they came', async t => {
  const { key, projectId, take } = newBucket()
  const sends = countCommands()
  const taken = await Promise.all(Array.from({ length: 5 }, () => take(3)))
  t.equal(sends(), 1, 'one script for all of them')
  t.strictSame(taken, [allowed(2), allowed(1), allowed(0), refused(20), refused(20)])
  await redis.hset(key, 'parts', '-1', 'at', '9000000000000000')
  t.strictSame(
    await Promise.all([take(3), take(3)]),
    [refused(21), refused(21)],
    'a debt takes nothing',
  )
  await redis.del(key)
  const before = sends()
  const others = await Promise.all([take(3), take(4), takeCall(projectId, 'reports', 3)])
  t.equal(others.length, 3)
  t.equal(sends() - before, 3, 'another quota or class has a separate bucket')
})

/** Scripts sent since. */
function countCommands(): () => number {
  const send = redis.sendCommand
  let count = 0
  redis.sendCommand = (command, ...rest) => {
    count++
    return send.call(redis, command, ...rest)
  }
  t.teardown(() => {
    redis.sendCommand = send
  })
  return () => count
}

t.test('simultaneous nodes share one bucket', async t => {
  const elsewhere = createRateLimits(await connect())
  // One call in 30 s comes back: none within this test.
  const { projectId, take } = newBucket()
  const taken = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? take(2) : elsewhere(projectId, 'launch', 2))),
  )
  t.equal(taken.filter(({ isAllowed }) => isAllowed).length, 2)
})

t.test('when Redis does not answer, every call of a turn gets the error', async t => {
  const away = await connect()
  const take = createRateLimits(away)
  away.disconnect()
  const taken = await Promise.allSettled([1, 2, 3].map(() => take('casino', 'launch', 60)))
  t.strictSame(
    taken.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
})
