// The counters of a game's return: rounds drawn by the real mathematics stay within a few
// deviations of the promised return, in every game and mode, with and without a level.

import { createHash } from 'node:crypto'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { COLLECT, type GameDefinition } from '../../src/games/engine/contract.ts'
import type { Round } from '../../src/round/round.ts'
import { createTally } from '../../src/server/metrics/tally.ts'
import { countRounds } from '../../src/server/metrics/thread-metrics.ts'
import { loses, planned } from '../support/round-samples.ts'
import { sized } from '../support/size.ts'

const ROUNDS = sized(500, 2_000)
const SAMPLE = planned(loses)

/** Answers every question with the first option, and gambles nothing. */
function drawWin(
  game: GameDefinition,
  mode: string,
  levelBps: number | null,
  seed: Buffer,
): number {
  const choices: string[] = []
  for (;;) {
    const { winUnits, awaiting } = game.play({ mode, levelBps, seed, choices })
    if (awaiting === null) return winUnits
    choices.push(awaiting.kind === 'gamble' ? COLLECT : awaiting.options[0]!)
  }
}

function settled(
  gameId: string,
  gameMode: string,
  levelBps: number | null,
  winUnits: number,
): Round {
  const { intent, progress } = SAMPLE
  return {
    intent: { ...intent, gameId, gameMode, levelBps },
    progress: { ...progress, state: 'settled', settledAtMs: intent.createdAtMs, winUnits },
  }
}

for (const levelBps of [null, 9_000]) {
  t.test(`drawn rounds return what is promised, level ${levelBps}`, t => {
    for (const game of GAMES) {
      for (const { id: mode } of game.modes) {
        const tally = createTally()
        const rounds = countRounds(tally, () => game)
        for (let n = 0; n < ROUNDS; n++) {
          const seed = createHash('sha256').update(`${game.id} ${mode} ${n}`).digest()
          const winUnits = drawWin(game, mode, levelBps, seed)
          rounds.roundEnded(settled(game.id, mode, levelBps, winUnits))
        }
        const sumOf = (what: string) =>
          tally.read().find(({ name }) => name === `reelhouse_game_${what}_bets_total`)!.values[0]!
            .value
        const off = sumOf('win') - sumOf('theoretical_win')
        const deviations = off / Math.sqrt(sumOf('win_variance'))
        t.ok(Math.abs(deviations) < 5, `${game.id} ${mode}: ${deviations} deviations`)
        t.ok(sumOf('stake') >= ROUNDS)
      }
    }
    t.end()
  })
}
