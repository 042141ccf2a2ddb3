// Every game and mode has its levels: simulated returns against the level itself, at 99 %.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { deriveSeed } from '../../src/games/engine/rng.ts'
import { simulate } from '../../src/games/rtp/simulate.ts'
import { reportSimulation } from '../../src/games/rtp/simulation-report.ts'
import { seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'
import { binomialTails } from './statistics.ts'

const LEVELS_BPS = [6_000, 7_500, 9_000, 9_450, 9_625, 10_000]
const ROUNDS = sized(40_000, 120_000)
const BUY_ROUNDS = sized(2_000, 6_000)
/** The largest distance of a level, in half-widths of its 99 % interval: 5 standard errors. */
const BEYOND_CHANCE = 5 / 2.576

t.test('60, 75, 90, 94.5, 96.25 and 100 % lie inside their 99 % intervals', async t => {
  let count = 0
  let outside = 0
  for (const game of GAMES) {
    for (const { id: mode, kind } of game.modes) {
      const rounds = kind === 'buy' ? BUY_ROUNDS : ROUNDS
      for (const levelBps of LEVELS_BPS) {
        const simulated = { game, mode, set: { levelBps } }
        const seed = deriveSeed(seedOf(levelBps), count++)
        const report = reportSimulation(simulated, '', simulate(simulated, seed, rounds))
        const halfWidth = Math.hypot(report.halfWidth99, report.publishedHalfWidth99)
        const off = (report.rtp - levelBps / 10_000) / halfWidth
        if (Math.abs(off) > 1) outside++
        const name = `${game.id} ${mode} at ${levelBps}: off by ${off.toFixed(2)} half-widths`
        t.ok(Math.abs(off) < BEYOND_CHANCE, name)
        t.ok(Math.abs(report.published - levelBps / 10_000) < 1e-12, `${name}, is published so`)
      }
    }
  }
  const [, atLeast] = binomialTails(outside, count, 0.01)
  t.ok(atLeast > 0.01, `${outside} of ${count} outside: as many as chance leaves out`)
})
