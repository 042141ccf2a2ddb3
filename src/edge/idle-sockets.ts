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
 * Closes at most `count`: first those of the place with the fewest sockets here, so that players of
 * one place stay together; of one place the longest open first.
 * @param placeOf the number of the place with a session's rows
 * @param isInRound whether the player's lane has a round in play
 * @returns how many
 */
export async function moveIdle(
  { all }: OpenSockets,
  count: number,
  clockMs: () => number,
  placeOf: (sessionId: string) => number | null,
  isInRound: (session: PlaySession) => Promise<boolean>,
): Promise<number> {
  const idle = [...all]
    .map(ws => ({ ws, connection: ws.getUserData() }))
    .filter(({ connection }) => isQuiet(connection, clockMs()))
    .map(each => ({ ...each, place: placeOf(each.connection.session!.sessionId) }))
  const counts = new Map<number | null, number>()
  for (const { place } of idle) counts.set(place, (counts.get(place) ?? 0) + 1)
  // One place has no order: the sort keeps that of the sockets.
  const quiet = idle
    .sort((a, b) => counts.get(a.place)! - counts.get(b.place)!)
    .slice(0, ASKED_FOR_EACH * count)
  const inRound = await Promise.all(quiet.map(({ connection }) => isInRound(connection.session!)))
  let moved = 0
  for (const [at, { ws, connection }] of quiet.entries()) {
    if (moved === count) break
    // A command may have come while the lanes were asked.
    if (inRound[at] || !isQuiet(connection, clockMs())) continue
    moved++
    restartSocket(ws)
  }
  return moved
}

function isQuiet({ isOpen, session, underWay, commandAtMs }: Connection, nowMs: number): boolean {
  return isOpen && session !== null && underWay.length === 0 && nowMs - commandAtMs > MOVE_QUIET_MS
}
