// A few rounds of every game, pinned: a change of the mathematics must change these and the
// version.

import { createHash } from 'node:crypto'
import t from 'tap'
import { FORMER_VERSIONS, findGame, GAMES } from '../../src/games/catalogue/games.ts'
import type { Outcome, PlayRequest } from '../../src/games/engine/contract.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { seedOf } from '../support/outcomes.ts'

const LEVELS = [null, 6_000, 9_450, 10_000]
const SEEDS = 50
/** Given as far as they are asked for; a choice takes its options in turn. */
const GUESSES = ['red', 'hearts', 'black', 'collect']

/** Per game: version, sum of all wins in units, digest of all events. */
const PINNED: Readonly<Record<string, readonly [string, number, string]>> = {
  'lucky-lanterns': ['1.0.0', 4_000, 'ccacfc5833c6a6ca'],
  'river-of-ways': ['1.0.0', 221_652, 'dea709f1901608ff'],
  'vault-keeper': ['1.0.0', 327_615, '898a1f1da091c90e'],
  'cherry-classic': ['2.0.0', 192, 'cb7dac23515810fe'],
  'scarab-codex': ['1.0.0', 133_115, 'f78481ce28f7f03c'],
  'forty-suns': ['2.0.0', 15_397, '507e300bea03170c'],
  'sugar-cascade': ['1.0.0', 225_850, '2ce44f028bc10682'],
  'crystal-cluster': ['1.0.0', 1_614, '61ff898e7b1b5b2f'],
  'thunder-reels': ['1.0.0', 249_260, '04c4838b718b271d'],
}

/** Former versions, as they were pinned when they were current. */
const PINNED_FORMER: typeof PINNED = {
  'cherry-classic': ['1.0.0', 864, '034c19165147c69f'],
  'forty-suns': ['1.0.0', 18_134, '4103caf0b349a299'],
}

function playToTheEnd(game: Game, round: Omit<PlayRequest, 'choices'>, turn: number): Outcome {
  const choices: string[] = []
  for (;;) {
    const outcome = game.play({ ...round, choices })
    const { awaiting } = outcome
    if (awaiting === null) return outcome
    const { options } = awaiting
    const guess = GUESSES[choices.length % GUESSES.length]!
    choices.push(awaiting.kind === 'choice' ? options[turn % options.length]! : guess)
  }
}

function digestOf(game: Game): readonly [string, number, string] {
  const digest = createHash('sha256')
  let units = 0
  for (const { id } of game.modes) {
    for (const levelBps of LEVELS) {
      for (let i = 0; i < SEEDS; i++) {
        const outcome = playToTheEnd(game, { mode: id, levelBps, seed: seedOf(i) }, i)
        units += outcome.winUnits
        digest.update(JSON.stringify(outcome))
      }
    }
  }
  return [game.version, units, digest.digest('hex').slice(0, 16)]
}

for (const game of GAMES) {
  t.test(`${game.id}: pinned seeds give the pinned events`, async t => {
    t.same(digestOf(game), PINNED[game.id])
  })
}

for (const former of FORMER_VERSIONS) {
  const { id, version } = former
  t.test(`${id} ${version}: pinned seeds still give the pinned events`, async t => {
    t.same(digestOf(former), PINNED_FORMER[id])
  })

  t.test(
    `${id} ${version}: it draws the rounds of its version, and the page can show them`,
    async t => {
      const current = findGame(id)!
      t.not(current.version, version)
      t.equal(findGame(id, version), former)
      t.equal(findGame(id, current.version), current)
      t.equal(findGame(id, '0.0.1'), undefined, 'a version that is not kept')
      for (const part of [
        'symbols',
        'lines',
        'layout',
        'unitsPerBet',
        'maxWinBets',
        'bets',
      ] as const) {
        t.strictSame(former[part], current[part], part)
      }
    },
  )
}
