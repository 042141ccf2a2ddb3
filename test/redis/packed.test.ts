// The packed strings of the player state: Lua parses what TypeScript prints, and prints the same
// again; any other form is refused.

import fc from 'fast-check'
import t from 'tap'
import type { CountedTarget } from '../../src/core/target-outcome.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import {
  packId,
  printOpenRound,
  printSession,
  printTargets,
  printWindowRound,
  unpackId,
} from '../../src/redis/packed.ts'
import { readScript } from '../../src/redis/scripts.ts'
import { openKeys } from '../support/real-stores.ts'

const { redisUrl } = openKeys(t)
const redis = await connectRedis(redisUrl, '')
t.teardown(() => redis.quit())
const INCLUDED = readScript('include/player-state')

/** Runs a body that uses the shared functions on one packed string. */
async function inLua<Answer>(body: string, packed: string): Promise<Answer> {
  return (await redis.eval(`${INCLUDED}\n${body}`, 0, packed)) as Answer
}

const anId = fc.uuid()
const aSequence = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })
const aTimeMs = fc.integer({ min: 0, max: 4_000_000_000_000 })
const anAmount = fc.bigInt({ min: 0n, max: 2n ** 62n })

async function holds<Value>(
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<[expected: unknown, actual: unknown]>,
): Promise<void> {
  const property = fc.asyncProperty(values, async value => {
    const [expected, actual] = await check(value)
    t.strictSame(actual, expected)
  })
  await fc.assert(property, { numRuns: 100 })
}

t.test('property: an open round', async () => {
  const anOpenRound = fc.record({
    roundId: anId,
    sequence: aSequence,
    isPaid: fc.boolean(),
    targetOutcomeId: fc.option(anId),
    decision: fc.constantFrom('revealed', 'cancelled', 'rebuilt', '', '0123456789abcdef'),
  })
  const body = `local round, sequence, spin, outcome, decision = parse_open_round(ARGV[1])
    return {round, sequence, spin, outcome, decision,
            print_open_round(round, sequence, spin, outcome, decision)}`
  await holds(anOpenRound, async ({ decision, ...round }) => {
    const packed = printOpenRound(round, decision)
    const spin = round.isPaid ? 'paid' : 'free'
    const fields = [
      packId(round.roundId),
      String(round.sequence),
      spin,
      round.targetOutcomeId ?? '',
    ]
    return [[...fields, decision, packed], await inLua(body, packed)]
  })
})

t.test('property: an id comes back, a UUID from 22 characters', async t => {
  fc.assert(
    fc.property(fc.uuid(), id => unpackId(packId(id)) === id && packId(id).length === 22),
    { numRuns: 200 },
  )
  fc.assert(fc.property(fc.string(), id => unpackId(packId(id)) === id))
  const upper = '019383A0-7C00-7000-8000-000000000001'
  t.equal(unpackId(packId(upper)), upper)
})

t.test('property: a session', async () => {
  const body = `local expires, version = parse_session(ARGV[1])
    return {expires, version, print_session(expires, version)}`
  await holds(fc.tuple(aTimeMs, fc.integer({ min: 1, max: 2 ** 31 - 1 })), async session => {
    const packed = printSession(...session)
    return [[...session.map(String), packed], await inLua(body, packed)]
  })
})

t.test('property: the ready target outcomes of a game', async () => {
  const aTarget: fc.Arbitrary<CountedTarget> = fc.record({
    targetOutcomeId: anId,
    gameId: fc.constant('game'),
    kind: fc.constantFrom('spin', 'bonus'),
    spinNumber: fc.integer({ min: 1, max: 100_000 }),
    paidSpinsSince: fc.integer({ min: 0, max: 2 ** 53 - 1 }),
    expiresAtMs: aTimeMs,
    modes: fc.subarray(['base', 'buy', 'buy-more']),
  })
  const body = `local all = {}
    for id, kind, number, counted, expires, modes in each_target(ARGV[1]) do
      for _, field in ipairs({id, kind, number, counted, expires, modes}) do
        all[#all + 1] = field
      end
      all[#all + 1] = print_target(id, kind, number, tonumber(counted), expires, modes)
    end
    return all`
  await holds(fc.array(aTarget, { maxLength: 4 }), async targets => {
    const fields = targets.flatMap(target => {
      const { targetOutcomeId, kind, spinNumber, paidSpinsSince, expiresAtMs, modes } = target
      const numbers = [spinNumber, paidSpinsSince, expiresAtMs].map(String)
      return [targetOutcomeId, kind, ...numbers, modes.join('|'), printTargets([target])]
    })
    return [fields, await inLua(body, printTargets(targets))]
  })
})

t.test('property: a round of a window', async () => {
  const body = `local stake, win = parse_window_round(ARGV[1])
    return {stake, win, print_window_round(stake, win)}`
  await holds(fc.record({ stakeMinor: anAmount, winMinor: anAmount }), async round => {
    const packed = printWindowRound(round)
    return [[String(round.stakeMinor), String(round.winMinor), packed], await inLua(body, packed)]
  })
})

t.test('a string in another form is not parsed', async t => {
  for (const packed of ['', 'a', 'a:b:paid::x', '1:2:paid:', 'a:1:paid', '-1:2', '1:2:3', '1:']) {
    t.equal(await inLua('return parse_open_round(ARGV[1])', packed), null, `round ${packed}`)
    t.equal(await inLua('return parse_session(ARGV[1])', packed), null, `session ${packed}`)
    t.equal(await inLua('return parse_window_round(ARGV[1])', packed), null, `window ${packed}`)
  }
})
