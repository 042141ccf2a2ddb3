// Seeds and outcomes of games for tests of all subjects. Must never check one.

import type { GameDefinition, Outcome, PlayRequest } from '../../src/games/engine/contract.ts'

const FEATURE_EVENTS = new Set(['freeGamesAwarded', 'respinsAwarded', 'reelsHeld'])

/** A 32-byte seed that differs with every number. */
export function seedOf(number: number): Uint8Array {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, number)
  return seed
}

/** Every way a round can be played to its end without a gamble. */
export function playEveryOption(
  game: Pick<GameDefinition, 'play'>,
  request: PlayRequest,
): Outcome[] {
  const first = game.play(request)
  if (first.awaiting?.kind !== 'choice') return [first]
  return first.awaiting.options.map(option => game.play({ ...request, choices: [option] }))
}

/** Whether the round had the game's feature. */
export function isFeatured({ events }: Outcome): boolean {
  return events.some(({ type }) => FEATURE_EVENTS.has(type))
}
