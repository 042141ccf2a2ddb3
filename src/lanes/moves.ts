// Players who are being moved from one lane to another while lanes are added or removed. A player
// moves between two commands: the old lane releases the player in the player's turn, and the new
// lane takes over what only memory had. Commands that arrive meanwhile wait for the end of the
// move; no round is driven in two lanes.

import { setTimeout as pause } from 'node:timers/promises'
import type { PlayerRef } from '../core/player.ts'
import { LANE_LOOK_MS, MAILBOX_COMMANDS } from '../limits.ts'
import type { Handoff, LaneTask } from '../wire/lane.ts'
import type { Lane } from './lane.ts'
import { laneOf } from './lane-of.ts'
import { LaneLost } from './thread.ts'

/** While lanes are added or removed: players of each lane that move at once. */
const LANE_MOVES_AT_ONCE = 32

/** The moves of one change from one number of lanes to another. */
export interface Moves {
  readonly to: number
  /**
   * The lane for a task of the player, and the move that the task must wait for; starts the
   * player's move. Null: too many tasks already wait for it.
   */
  routeOf(player: PlayerRef): { lane: Lane; moved: Promise<void> | null } | null
  /** Moves every player who has to move; afterwards each player is only in the right lane. */
  moveAll(): Promise<void>
}

interface Move {
  readonly done: Promise<void>
  isDone: boolean
  waiting: number
}

export function createMoves(lanes: readonly Lane[], from: number, to: number): Moves {
  const moves = new Map<string, Move>()

  function moveOf(player: PlayerRef): Move {
    const id = `${player.projectId}:${player.playerId}`
    const known = moves.get(id)
    if (known !== undefined) return known
    const done = movePlayer(lanes[laneOf(player, from)]!, lanes[laneOf(player, to)]!, player)
    const move: Move = {
      done: done.then(() => {
        move.isDone = true
      }),
      isDone: false,
      waiting: 0,
    }
    moves.set(id, move)
    return move
  }

  async function moveFrom(lane: Lane, at: number): Promise<void> {
    const players = (await playersIn(lane)).filter(
      player => laneOf(player, from) === at && laneOf(player, to) !== at,
    )
    const moving = Array.from({ length: LANE_MOVES_AT_ONCE }, async () => {
      for (let next = players.pop(); next !== undefined; next = players.pop()) {
        await moveOf(next).done
      }
    })
    await Promise.all(moving)
  }

  return {
    to,
    routeOf(player) {
      const [before, after] = [laneOf(player, from), laneOf(player, to)]
      const lane = lanes[after]!
      if (before === after) return { lane, moved: null }
      const move = moveOf(player)
      if (move.isDone) return { lane, moved: null }
      if (move.waiting >= MAILBOX_COMMANDS) return null
      move.waiting++
      return { lane, moved: move.done.finally(() => move.waiting--) }
    },
    async moveAll() {
      await Promise.all(lanes.slice(0, from).map(moveFrom))
      // Players whose own command started their move meanwhile.
      await Promise.all([...moves.values()].map(({ done }) => done))
    },
  }
}

/** Never fails: what a lost thread held is in the ledger, where the recovery job finds it. */
async function movePlayer(from: Lane, to: Lane, player: PlayerRef): Promise<void> {
  const answer = await askUntilGone(from, { kind: 'release', ...player })
  if (answer === null) return
  const handoff = JSON.parse(answer) as Handoff
  if (handoff.rounds.length + handoff.offers.length === 0) return
  // Sent before any task that waits for the end of the move: a thread takes its tasks in order.
  to.ask({ kind: 'adopt', ...player, handoff })?.catch(() => {})
}

async function playersIn(lane: Lane): Promise<PlayerRef[]> {
  const answer = await askUntilGone(lane, { kind: 'players' })
  return answer === null ? [] : (JSON.parse(answer) as PlayerRef[])
}

/** Null: the thread that held players is gone, and its successor holds none of them. */
async function askUntilGone(lane: Lane, task: LaneTask): Promise<string | null> {
  for (;;) {
    const asked = lane.ask(task)
    if (asked === null && lane.thread.isGone()) return null
    try {
      const answer = await asked
      if (answer !== null) return answer
    } catch (error) {
      if (error instanceof LaneLost) return null
    }
    await pause(LANE_LOOK_MS)
  }
}
