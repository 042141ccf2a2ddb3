// A lane whose mathematics is broken for some decisions: a gamble on hearts throws and one on clubs
// never returns. Otherwise it is workers/lane.ts. For startNode's `lane.file`.

import { isMainThread } from 'node:worker_threads'
import type { GameDefinition, PlayRequest } from '../../src/games/engine/contract.ts'
import { hang } from './size.ts'

/** The built file. */
export const BROKEN_GAME_LANE = new URL(import.meta.url).pathname

export const THROWS = 'hearts'
export const HANGS = 'clubs'

/** Tests import this file for its names only. */
const lane = isMainThread ? null : await startBroken()

async function startBroken() {
  const { GAMES } = await import('../../src/games/catalogue/games.ts')
  for (const game of GAMES) breakGame(game as { play: GameDefinition['play'] })
  return import('../../workers/lane.ts')
}

function breakGame(game: { play: GameDefinition['play'] }): void {
  const { play } = game
  game.play = (request: PlayRequest) => {
    if (request.choices.at(-1) === THROWS) throw new RangeError('no such card')
    if (request.choices.at(-1) === HANGS) hang()
    return play(request)
  }
}

export default lane?.default
