// Published returns: the exact ones against the exact calculation, and all of them against
// simulation.

import t, { type Test } from 'tap'
import { REEL_SETS, type ReelSet } from '../../src/core/reel-set.ts'
import { cherryClassic } from '../../src/games/catalogue/cherry-classic/game.ts'
import { computePar as computeCherryPar } from '../../src/games/catalogue/cherry-classic/par.ts'
import { fortySuns } from '../../src/games/catalogue/forty-suns/game.ts'
import { computePar as computeSunsPar } from '../../src/games/catalogue/forty-suns/par.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { luckyLanterns, reelsOf, TABLE } from '../../src/games/catalogue/lucky-lanterns/game.ts'
import { computePar } from '../../src/games/catalogue/lucky-lanterns/par.ts'
import { riverOfWays } from '../../src/games/catalogue/river-of-ways/game.ts'
import { computePar as computeRiverPar } from '../../src/games/catalogue/river-of-ways/par.ts'
import { scarabCodex } from '../../src/games/catalogue/scarab-codex/game.ts'
import { computePar as computeScarabPar } from '../../src/games/catalogue/scarab-codex/par.ts'
import { vaultKeeper } from '../../src/games/catalogue/vault-keeper/game.ts'
import { computePar as computeVaultPar } from '../../src/games/catalogue/vault-keeper/par.ts'
import type { Figures, Game } from '../../src/games/engine/mathematics.ts'
import { meanOfLine } from '../../src/games/lines/line-par.ts'
import { describeSimulation, simulate } from '../../src/games/rtp/simulate.ts'
import { seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'

/** Exact calculations take longest: at each change of one mode and set; simulations have all. */
const modesOf = ({ modes }: Game) => sized(modes.slice(0, 1), modes)
/** Of two games the base takes seconds of a core, and another mode has the same parts. */
const quickerOf = ({ modes }: Game) => sized(modes.slice(-1), modes)
const ENUMERATED = sized<readonly ReelSet[]>(REEL_SETS.slice(0, 1), REEL_SETS)

function close(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance
}

function sameFigures(t: Test, computed: Figures, published: Figures, name: string): void {
  t.ok(close(computed.rtp, published.rtp, 1e-12), `${name}: return ${computed.rtp}`)
  t.ok(close(computed.hitFrequency, published.hitFrequency, 1e-12), `${name}: hit frequency`)
  t.ok(close(computed.deviationBets, published.deviationBets, 1e-9), `${name}: deviation`)
}

t.test('cherry-classic publishes what all its boards and its respins pay', async t => {
  for (const reelSet of REEL_SETS) {
    const par = computeCherryPar('base', reelSet)
    sameFigures(t, par, cherryClassic.figures.base![reelSet], reelSet)
    t.ok(close(par.parts.lines + par.parts.respins, par.rtp, 1e-12), 'its parts add up')
  }
})

t.test('lucky-lanterns publishes what all its boards and its free games pay', async t => {
  const par = computePar('base', 'natural')
  sameFigures(t, par, luckyLanterns.figures.base!.natural, 'natural')
  const { lines, scatters, freeGames } = par.parts
  t.ok(close(lines + scatters + freeGames, par.rtp, 1e-12), 'its parts add up')
  const mean = meanOfLine(reelsOf('natural').base, TABLE)
  t.ok(close(mean, lines, 1e-12), 'every line has the mean of all symbol combinations')
  t.ok(par.capCostAtMost < 1e-8, 'the cap does not affect the return')
})

t.test('river-of-ways publishes what all its boards and its free games pay', async t => {
  for (const { id } of modesOf(riverOfWays)) {
    for (const reelSet of ENUMERATED) {
      const par = computeRiverPar(id, reelSet)
      sameFigures(t, par, riverOfWays.figures[id]![reelSet], `${id} ${reelSet}`)
      const { ways, scatters, freeGames } = par.parts
      t.ok(close(ways + scatters + freeGames, par.rtp, 1e-12), 'its parts add up')
    }
  }
})

t.test('vault-keeper publishes what all its boards and all its respins pay', async t => {
  for (const { id } of modesOf(vaultKeeper)) {
    for (const reelSet of ENUMERATED) {
      const par = computeVaultPar(id, reelSet)
      sameFigures(t, par, vaultKeeper.figures[id]![reelSet], `${id} ${reelSet}`)
      const { lines, cash, grand } = par.parts
      t.ok(close(lines + cash + grand, par.rtp, 1e-12), 'its parts add up')
      t.ok(par.capCost < 1e-15, 'the cap costs next to nothing')
    }
  }
})

t.test('scarab-codex publishes what all its boards and all special symbols pay', async t => {
  for (const { id } of quickerOf(scarabCodex)) {
    const par = computeScarabPar(id, 'natural')
    sameFigures(t, par, scarabCodex.figures[id]!.natural, id)
    const { lines, scatters, freeGames } = par.parts
    t.ok(close(lines! + scatters! + freeGames!, par.rtp, 1e-12), 'its parts add up')
    t.ok(par.capCostAtMost < 2e-5, 'the cap does not affect the return')
  }
})

t.test('forty-suns publishes what all its boards and its free games pay', async t => {
  for (const { id } of quickerOf(fortySuns)) {
    const par = computeSunsPar(id, 'natural')
    sameFigures(t, par, fortySuns.figures[id]!.natural, id)
    const { lines, scatters, freeGames } = par.parts
    t.ok(close(lines + scatters + freeGames, par.rtp, 1e-12), 'its parts add up')
    t.ok(par.capCostAtMost < 1e-5, 'the cap does not affect the return')
  }
})

/** The distance of a simulated return from the published one, in standard errors. */
function errorsOff(simulated: Figures, published: Figures): number {
  const widthOf = ({ basis }: Figures) => (basis === 'exact' ? 0 : basis.halfWidth95)
  const error = Math.hypot(widthOf(simulated), widthOf(published)) / 1.96
  return (simulated.rtp - published.rtp) / error
}

/** A fifth of the rounds at each change, which a wider band allows for. */
const { share, errors } = sized({ share: 0.2, errors: 3.5 }, { share: 1, errors: 2.576 })

for (const game of GAMES) {
  t.test(
    `${game.id}: simulated returns lie within ${errors} errors of the published ones`,
    async t => {
      for (const { id, kind, priceBets } of game.modes) {
        const rounds = share * (kind === 'buy' ? 8_000 : 150_000)
        for (const reelSet of REEL_SETS) {
          const simulation = simulate({ game, mode: id, set: reelSet }, seedOf(1), rounds)
          const simulated = describeSimulation(simulation, game, priceBets)
          const off = errorsOff(simulated, game.figures[id]![reelSet])
          t.ok(Math.abs(off) < errors, `${id} ${reelSet}: ${off.toFixed(2)} standard errors`)
        }
      }
    },
  )
}
