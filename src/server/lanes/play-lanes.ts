// Starts the lanes of a node and connects their messages with the play sockets. Counts and logs a
// lane that lost its thread; the lane's own code replaces it.

import path from 'node:path'
import type { PlaySockets } from '../../edge/play.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import { type LaneEvents, startLanes } from '../../lanes/routing.ts'
import type { LaneProgram } from '../../lanes/thread.ts'
import type { Placed } from '../../ledger/database/shard-map.ts'
import { PROJECT_CHANGED_CHANNEL } from '../../ledger/projects/projects.ts'
import { createRoundFailures } from '../../ledger/rounds/round-failures.ts'
import { createRoundReader } from '../../ledger/rounds/round-reader.ts'
import { withDeadline } from '../../limits/deadline.ts'
import { FAILURES_BEFORE_ASIDE } from '../../limits.ts'
import type { LanePauses } from '../../wire/lane.ts'
import type { Parts } from '../parts.ts'
import { forwardChannel } from './forwarded-channel.ts'
import { type LaneConfig, ROUND_SET_ASIDE } from './lane.ts'

/**
 * How long a lane's next thread waits for the record of the round at which its predecessor was
 * lost.
 */
const LANE_NOTE_MS = 2_000

const LANE_FILE = path.join(PROJECT_ROOT, 'dist', 'threads', 'lane.js')

/**
 * A message that a lane sends before the sockets are connected is dropped: no socket could receive
 * it.
 */
export function startPlayLanes(
  parts: Parts,
  count: number,
  pauses: LanePauses,
  lane: Partial<LaneProgram>,
) {
  const { config, bounds, builtInWalletUrl, firstProjects: projects, log, metrics, clock } = parts
  const { listen } = parts.databases.home.listener
  const projectChanges = forwardChannel(listen, PROJECT_CHANGED_CHANNEL)
  let connected: PlaySockets | null = null
  const program = {
    file: LANE_FILE,
    workerData: {
      ...config,
      builtInWalletUrl,
      projects,
      projectChanges: projectChanges.name,
      pauses,
      clockOffsetMs: clock.followOffset(setClock),
    } satisfies LaneConfig,
    ...lane,
  }
  const events: LaneEvents = {
    push: push => connected?.push(push),
    removed: metrics.laneRemoved,
    lost(lane, { reason, error, startsInMs, roundId }) {
      metrics.laneLost(reason)
      const lost = { err: error, lane, reason, startsInMs, roundId }
      log.error(lost, 'a lane lost its thread; it is replaced')
      return roundId === null ? undefined : noteInTime(noteLostThread(parts, roundId))
    },
  }
  const lanes = startLanes(count, program, events, {
    commands: () => bounds.of('commands-per-project'),
    spins: () => bounds.of('spins-per-project'),
  })
  /** About once a second, for every lane and those that start later. */
  function setClock(clockOffsetMs: number): void {
    program.workerData = { ...program.workerData, clockOffsetMs }
    void lanes.sendToAll({ kind: 'clock', offsetMs: clockOffsetMs })
  }
  return {
    lanes,
    projectChanges,
    /** For this thread, for every lane, and for those that start later. */
    setLogLevel(logLevel: string) {
      log.level = logLevel
      program.workerData = { ...program.workerData, logLevel }
      void lanes.sendToAll({ kind: 'log-level', level: logLevel })
    },
    /**
     * Resolves with true once no thread of this node, now or later, starts a round that is paused.
     */
    setPauses(pauses: LanePauses): Promise<boolean> {
      program.workerData = { ...program.workerData, pauses }
      return lanes.sendToAll({ kind: 'pauses', pauses })
    },
    /** Resolves with true once no thread, now or later, writes to the former addresses. */
    setPlaced(placed: Placed): Promise<boolean> {
      program.workerData = { ...program.workerData, placed }
      return lanes.sendToAll({ kind: 'placed', placed })
    },
    connectSockets: (sockets: PlaySockets) => {
      connected = sockets
    },
  }
}

/** A round that ends its lane's thread too often is set aside before the next thread drives it. */
async function noteLostThread(
  { databases, log, onFault, threadMetrics }: Parts,
  roundId: string,
): Promise<void> {
  const failure = 'the thread of its lane was lost'
  try {
    const noted = await databases.findById(roundId, async ({ pool }) => {
      const found = await createRoundReader(pool).findAnyRound(roundId)
      if (found === null) return null
      const { intent } = found.round
      const ledger = createRoundFailures(pool)
      return { intent, ledger, failures: await ledger.noteFailure(intent, failure) }
    })
    if (noted === null || noted.failures < FAILURES_BEFORE_ASIDE) return
    if (!(await noted.ledger.setAside(noted.intent))) return
    threadMetrics.roundSetAside('lost-thread')
    log.error({ roundId, failure }, ROUND_SET_ASIDE)
  } catch (error) {
    onFault(error)
  }
}

/**
 * A note that takes longer is still written, but the lane's other players wait no longer for it.
 */
async function noteInTime(noted: Promise<void>): Promise<void> {
  await withDeadline(noted, LANE_NOTE_MS)
}
