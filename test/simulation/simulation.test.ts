// Played by npm run prove: the short proof of each change plays more rounds of it.
//
// Simulated setups in a test's time: some thousands of rounds by seed, and every setup of one round
// with one fault. `npm run simulate-rounds` plays as many as there is time for.

import t from 'tap'
import { sized } from '../support/size.ts'
import { SHAPES, type Shape } from './fake-game.ts'
import { scenarioOfSeed, smallScenario } from './scenarios.ts'
import { simulateAll, simulateSeeds } from './simulate.ts'

t.test('some thousands of rounds with every kind of fault break no rule', async t => {
  const sum = await simulateSeeds(scenarioOfSeed, 1, ({ rounds }) => rounds >= sized(1_500, 4_000))
  t.equal(sum.broken?.ending.broken ?? null, null, `seed ${sum.broken?.seed}`)
  for (const state of ['settled', 'rejected', 'operator_cancel', 'bet_unconfirmed']) {
    t.ok(sum.states.get(state), `some rounds are ${state}`)
  }
  t.ok(sum.storeFaults > 100, 'stores failed')
})

t.test('rounds whose win always throws are set aside, and block no others', async t => {
  const scenarioOf = (seed: number) => ({ ...scenarioOfSeed(seed), hasUnpayableWins: true })
  const sum = await simulateSeeds(scenarioOf, 1, ({ rounds }) => rounds >= sized(500, 1_000))
  t.equal(sum.broken?.ending.broken ?? null, null, `seed ${sum.broken?.seed}`)
  t.ok(sum.states.get('reconciliation_required')! > 10, 'some were set aside')
  t.ok(sum.states.get('settled')! > 100, 'the others were played on')
})

t.test('the same seed is the same setup, to the last line of its trace', async t => {
  const once = () => simulateSeeds(scenarioOfSeed, 42, ({ setups }) => setups >= 3)
  const [one, other] = [await once(), await once()]
  t.equal(one.traceHash, other.traceHash)
  const another = await simulateSeeds(scenarioOfSeed, 43, ({ setups }) => setups >= 3)
  t.not(one.traceHash, another.traceHash)
})

for (const shape of Object.keys(SHAPES) as Shape[]) {
  t.test(`one round (${shape}) with one fault at any moment breaks no rule`, async t => {
    const sum = await simulateAll(smallScenario(shape), 1)
    t.equal(sum.broken?.ending.broken ?? null, null, sum.broken?.ending.trace.join('\n') ?? '')
    t.ok(sum.setups > 200, `${sum.setups} setups`)
  })
}
