// Played by npm run prove: its short form plays the same chaos with a new seed.
//
// Fifteen seconds of chaos with a fixed seed: everything may break, and no money goes wrong. The
// long runs are `npm run chaos`; invariants.test.ts shows that the checks can fail.

import t from 'tap'
import { FAULT_NAMES } from './plan.ts'
import { printResult } from './report.ts'
import { runChaos } from './run.ts'

const SEED = 20

t.test('chaos, seed 20: no guarantee is broken', async t => {
  const result = await runChaos({
    seed: SEED,
    minutes: 0.25,
    rounds: 0,
    nodes: 2,
    players: 36,
    faults: FAULT_NAMES,
    keep: false,
    command: `npm run chaos -- --seed ${SEED} --players 36`,
    say: line => t.comment(line),
    stopped: new Promise(() => {}),
  })
  t.equal(result.violations, 0, printResult(result))
  const { totals, faults, walletFaults } = result
  t.ok(totals.settled > 0, 'rounds were settled')
  t.ok(totals.freeSpins > 0, 'free spins were played')
  t.ok(result.walletRepeats > 0, 'operations were repeated')
  t.ok(Object.keys(faults).length > 0, 'a fault was injected')
  t.ok(Object.keys(walletFaults).length > 0, 'wallet calls failed too')
})
