// The actors in a lane's memory, each with its mailbox, in order of last use. Forgets idle ones
// when room is needed.

import type { PlayerRef } from '../core/player.ts'
import { type Actor, createActor } from '../player/actor.ts'
import type { PlayerDeps } from '../player/deps.ts'
import type { LaneTracing } from './followed-deps.ts'
import { type After, createMailbox, type Mailbox } from './mailbox.ts'
import type { Retries } from './retries.ts'

/**
 * Actors that a lane keeps in memory; the one that has been idle longest makes room. About 1 KB
 * each.
 */
export const LANE_ACTORS = 20_000
/**
 * Actors examined to make room for one more; if none can go, the lane holds a few more than its
 * bound.
 */
export const LANE_IDLE_LOOKS = 64

export interface HostedActor {
  mailbox: Mailbox
  actor: Actor
}

/**
 * What the host holds: its actors in order of last use, the one that has been idle longest first.
 */
export interface HostState {
  readonly hosted: Map<string, HostedActor>
  /** The deps of the player's actor. */
  depsOf(player: PlayerRef): PlayerDeps
  readonly after: After
  readonly retries: Retries
  onFault(error: unknown, what: string, ids?: { requestId?: string; roundId?: string }): void
  readonly tracing: LaneTracing | undefined
}

export const idOf = ({ projectId, playerId }: PlayerRef) => `${projectId}:${playerId}`

/** Splits at the first colon, because a project's id contains none. */
export function playerOf(id: string): PlayerRef {
  const colon = id.indexOf(':')
  return { projectId: id.slice(0, colon), playerId: id.slice(colon + 1) }
}

export function actorOf({ hosted, depsOf }: HostState, player: PlayerRef): HostedActor {
  const { projectId, playerId } = player
  const id = idOf(player)
  const known = hosted.get(id)
  if (known !== undefined) {
    hosted.delete(id)
    hosted.set(id, known)
    return known
  }
  if (hosted.size >= LANE_ACTORS) makeRoom(hosted)
  const actor = createActor(depsOf(player), { projectId, playerId })
  const created = { mailbox: createMailbox(), actor }
  hosted.set(id, created)
  return created
}

function makeRoom(hosted: Map<string, HostedActor>): void {
  let looks = 0
  for (const [id, each] of hosted) {
    if (isIdle(each)) hosted.delete(id)
    if (hosted.size < LANE_ACTORS || ++looks > LANE_IDLE_LOOKS) return
  }
}

export function isIdle({ mailbox, actor }: HostedActor): boolean {
  return mailbox.depth() === 0 && actor.isForgettable()
}
