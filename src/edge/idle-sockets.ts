// Closes sockets of players who will not notice it, so that their clients connect to a node with
// fewer. Must never close a socket that waits for an answer, or whose player is in a round.

import type { PlaySession } from '../wire/lane.ts'
import { type Connection, type OpenSockets, restartSocket } from './play-sockets.ts'

/**
 * A socket that has sent no command for this long is not in an automatic series of spins: those
 * follow each other within a few seconds. Pings do not count.
 */
export const MOVE_QUIET_MS = 15_000
/** Quiet sockets that are asked about for each one to move, because players may be in a round. */
const ASKED_FOR_EACH = 4

/**
 * Closes at most `count`, the longest open first.
 * @param isInRound whether the player's lane has a round in play
 * @returns how many
 */
export async function moveIdle(
  { all }: OpenSockets,
  count: number,
  clockMs: () => number,
  isInRound: (session: PlaySession) => Promise<boolean>,
): Promise<number> {
  const quiet = [...all]
    .map(ws => ({ ws, connection: ws.getUserData() }))
    .filter(({ connection }) => isQuiet(connection, clockMs()))
    .slice(0, ASKED_FOR_EACH * count)
  const inRound = await Promise.all(quiet.map(({ connection }) => isInRound(connection.session!)))
  let moved = 0
  for (const [place, { ws, connection }] of quiet.entries()) {
    if (moved === count) break
    // A command may have come while the lanes were asked.
    if (inRound[place] || !isQuiet(connection, clockMs())) continue
    moved++
    restartSocket(ws)
  }
  return moved
}

function isQuiet({ isOpen, session, underWay, commandAtMs }: Connection, nowMs: number): boolean {
  return isOpen && session !== null && underWay.length === 0 && nowMs - commandAtMs > MOVE_QUIET_MS
}
