// The stored form of the rounds found for a target outcome.

import fc from 'fast-check'
import t from 'tap'
import { parseFound, printFound } from '../../src/core/target-found.ts'

const SEED = 'a0'.repeat(32)
const STORED = { mode: 'base', seed: SEED, weighting: 'natural' } as const

t.test('property: what is printed is parsed unchanged, without additional fields', async t => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const fields = {
    mode: fc.string(),
    seed: seeds.map(seed => Buffer.from(seed).toString('hex')),
    reelSet: fc.constantFrom('natural', 'low', 'high'),
  }
  const round = fc.record(fields, { noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(round), rounds => {
      t.strictSame(parseFound(printFound(rounds)), rounds)
      const more = rounds.map(one => ({ ...one, minUnits: 1 }))
      t.equal(printFound(more), printFound(rounds))
    }),
    { numRuns: 200 },
  )
})

t.test('anything else is refused', async t => {
  const wrong: unknown[] = [
    null,
    {},
    [null],
    ['base'],
    [{ ...STORED, mode: 1 }],
    [{ ...STORED, weighting: 'other' }],
    ...['', SEED.slice(1), `${SEED}0`, SEED.toUpperCase(), 7].map(seed => [{ ...STORED, seed }]),
  ]
  for (const value of wrong)
    t.throws(() => parseFound(JSON.stringify(value)), JSON.stringify(value))
  t.throws(() => parseFound('['))
  const round = { mode: 'base', seed: SEED, reelSet: 'natural' }
  t.strictSame(parseFound(JSON.stringify([STORED])), [round])
  t.equal(printFound([{ ...round, reelSet: 'natural' }]), JSON.stringify([STORED]))
})
