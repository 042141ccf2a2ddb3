// Players who play round after round while something happens to the platform.

import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { BET } from './operator-setup.ts'
import { AGAIN_MS, codeOf, type PlayClient } from './play-client.ts'
import { moment } from './until.ts'

/**
 * All play until the answer is called; then it has the rounds, who was refused and how, and for how
 * long each refusal lasted.
 * @param pauseMs between two rounds of a player
 */
export function playOn(clients: ReadonlyMap<string, PlayClient>, pauseMs: number) {
  let isOver = false
  const codes = new Set<string>()
  const refused = new Set<string>()
  const refusedMs: number[] = []
  let rounds = 0
  /** Repeats a command until it is not refused any more. */
  async function repeat(playerId: string, command: () => Promise<ServerMessage>) {
    let sinceMs: number | null = null
    for (;;) {
      const answer = await command()
      if (answer.type === 'round') {
        if (sinceMs !== null) refusedMs.push(performance.now() - sinceMs)
        return answer.round
      }
      sinceMs ??= performance.now()
      refused.add(playerId)
      codes.add(`${codeOf(answer)} ${answer.type === 'error' && answer.retry}`)
      await moment(AGAIN_MS)
    }
  }
  const all = [...clients].map(async ([playerId, client]) => {
    while (!isOver) {
      const { status, roundId } = await repeat(playerId, () => client.spin(BET))
      if (status === 'awaiting') await repeat(playerId, () => client.collect(roundId))
      rounds++
      await moment(pauseMs)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(all)
    return { rounds, codes: [...codes], refused: [...refused], refusedMs }
  }
}
