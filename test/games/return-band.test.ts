// The band around an actual return: correct games are outside of it no more often than 99 % allows,
// wrong ones are found, and few rounds cause no warning about wins that have not come yet.

import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { describeLevel } from '../../src/games/engine/levels.ts'
import { compareReturn, OWN_DEVIATION_ROUNDS } from '../../src/games/rtp/return-band.ts'
import { simulate } from '../../src/games/rtp/simulate.ts'

const game = findGame('lucky-lanterns')!
const units = (bets: number) => BigInt(Math.round(bets * game.unitsPerBet))

function play(levelBps: number | null, seed: number, rounds: number) {
  const set = levelBps === null ? 'natural' : { levelBps }
  const simulation = simulate({ game, mode: 'base', set }, Buffer.alloc(32, seed), rounds)
  return {
    rounds,
    units: BigInt(simulation.winUnits),
    squareUnits: BigInt(Math.round(simulation.squaredUnits)),
  }
}

t.test('rounds of the mathematics itself are in the band, 99 of 100', async t => {
  for (const levelBps of [null, 9_000]) {
    let outside = 0
    for (let seed = 1; seed <= 100; seed++) {
      const band = compareReturn(game, 'base', levelBps, play(levelBps, seed, 20_000))!
      if (band.isOutside) outside++
      const { rtp } =
        levelBps === null
          ? game.figures.base!.natural
          : describeLevel(levelBps, game.figures.base!, '1')
      t.equal(band.theoretical, rtp)
    }
    t.ok(outside <= 5, `${outside} of 100 outside at ${levelBps}`)
  }
})

t.test('a game with a wrong return is found', async t => {
  const played = play(9_000, 1, 1_000_000)
  const band = compareReturn(game, 'base', 6_000, played)!
  t.equal(band.isOutside, true, 'played at 90 %, said to be at 60 %')
  t.equal(band.deviationOf, 'rounds')
  t.notOk(compareReturn(game, 'base', 9_000, played)!.isOutside)
})

t.test('with few rounds the band is as wide as the mathematics requires, or wider', async t => {
  const { deviationBets, rtp } = game.figures.base!.natural
  const nothing = { rounds: 100, units: 0n, squareUnits: 0n }
  const band = compareReturn(game, 'base', null, nothing)!
  t.match(band, { actual: 0, deviationOf: 'mathematics', theoretical: rtp })
  t.equal(band.halfWidth99, (2.576 * deviationBets) / 10)
  const lucky = { rounds: 100, units: units(5_000), squareUnits: units(5_000) ** 2n }
  t.match(compareReturn(game, 'base', null, lucky), { deviationOf: 'rounds', isOutside: false })
  const many = { rounds: OWN_DEVIATION_ROUNDS, units: 0n, squareUnits: 0n }
  t.match(compareReturn(game, 'base', null, many), { halfWidth99: 0, isOutside: true })
})

t.test('the recommended number of rounds finds a return that is wrong by ten points', async t => {
  const nothing = { rounds: 22, units: 0n, squareUnits: 0n }
  const { roundsNeeded } = compareReturn(game, 'base', null, nothing)!
  const { deviationBets } = game.figures.base!.natural
  t.equal(roundsNeeded, Math.ceil(((2.576 + 1.2816) * deviationBets * 10) ** 2))
  let found = 0
  for (let seed = 1; seed <= 20; seed++) {
    const played = play(9_000, seed, roundsNeeded)
    if (compareReturn(game, 'base', 8_000, played)!.isOutside) found++
  }
  t.ok(found >= 15, `${found} of 20 are found`)
})

t.test('a game outside the catalogue is not compared', async t => {
  const played = { rounds: 10, units: 1n, squareUnits: 1n }
  t.equal(compareReturn(game, 'no-mode', null, played), null)
  t.equal(compareReturn(game, 'base', null, { ...played, rounds: 0 }), null)
})
