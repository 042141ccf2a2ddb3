// What the front end counts, the state of the whole node, and the metrics text of all threads
// together.

import type { LaneLoad } from '../../lanes/lane.ts'
import { LOSS_REASONS } from '../../lanes/thread.ts'
import type { KeptAnswers } from '../../ledger/projects/kept-answers.ts'
import {
  UNFINISHED_STATES,
  type UnfinishedRounds,
  type UnfinishedState,
} from '../../ledger/rounds/unfinished-rounds.ts'
import { readReleaseId } from '../build.ts'
import { countAnswers } from './answers.ts'
import { createKeptReadings, printMetrics } from './kept-readings.ts'
import { createTally, type Tally } from './tally.ts'
import type { ThreadReading } from './thread-metrics.ts'

/** The state of the node when its metrics are read. */
export interface NodeReading {
  front: ThreadReading
  /** By lane, as JSON; null: the lane did not answer. */
  lanes: readonly (string | null)[]
  load: readonly LaneLoad[]
  isReady: boolean
  /** The age of the oldest answer that readiness is decided from. */
  readinessAgeMs: number
  /** Whether each accepted a write at the last readiness check. */
  databases: readonly { name: string; isUp: boolean }[]
  /** The same for the masters of Redis. */
  masters: readonly { name: string; isUp: boolean }[]
  /** Null: the ledger did not answer in time. */
  unfinished: Readonly<Record<UnfinishedState, UnfinishedRounds>> | null
  /** For the projects with the most; null: the ledger did not answer in time. */
  keptAnswers: readonly KeptAnswers[] | null
}

export function createNodeMetrics() {
  const tally = createTally()
  const kept = createKeptReadings()
  let reading: NodeReading | null = null
  const now =
    <Value>(read: (reading: NodeReading) => Value[]) =>
    () =>
      reading === null ? [] : read(reading)
  let evenSockets = 0
  tally.gauge(
    'reelhouse_play_sockets_even',
    'Play sockets that the node would have if all nodes had the same number.',
    [],
    () => [[evenSockets]],
  )
  const answers = countAnswers(tally)
  const counters = createCounters(tally)
  watchNode(tally, now)
  watchLanes(tally, now)
  watchUnfinishedRounds(tally, now)
  watchKeptAnswers(tally, now)
  const watch = (name: string, help: string) => (read: () => number) =>
    tally.gauge(name, help, [], () => [[read()]])
  return {
    ...answers,
    ...counters,
    laneRemoved: kept.note,
    readCounted: tally.readCounted,
    watchConnections: watch('reelhouse_connections', 'Open connections of the public listener.'),
    watchTargetSearches: watch(
      'reelhouse_target_searches',
      'Searches for target outcomes under way.',
    ),
    watchSockets: watch('reelhouse_play_sockets', 'Open play sockets.'),
    watchClocks(read: () => readonly (readonly [seconds: number, database: string])[]): void {
      tally.gauge(
        'reelhouse_clock_difference_seconds',
        "How far the node's own clock is ahead of a database's; rounds carry the home database's.",
        ['database'],
        read,
      )
    },
    socketsEven(sockets: number): void {
      evenSockets = sockets
    },
    text(of: NodeReading): Promise<string> {
      reading = of
      return printMetrics([tally.read(), of.front.metrics, ...kept.take(of.lanes)])
    },
  }
}

type Now = <Value>(read: (reading: NodeReading) => Value[]) => () => Value[]

function createCounters(tally: Tally) {
  /** Counts by one label; values of it that are known exist from the start, as zero. */
  const countBy = (label: string, name: string, help: string, known: readonly string[] = []) => {
    const counter = tally.counter(name, help, label)
    for (const value of known) counter.add(0, value)
    return (value: string, amount = 1) => counter.add(amount, value)
  }
  const searchesRefused = tally.counter(
    'reelhouse_target_searches_refused_total',
    'Schedules of target outcomes refused because their project has as many pending as it may.',
  )
  const socketsMoved = tally.counter(
    'reelhouse_play_sockets_moved_total',
    'Play sockets closed so that their clients connect to a node with fewer.',
  )
  return {
    uncountedCall: countBy(
      'class',
      'reelhouse_rate_limit_uncounted_total',
      'Operator API calls let through while their quota could not be read, by class.',
    ),
    failedKey: countBy(
      'told',
      'reelhouse_failed_keys_total',
      'Operator API calls with an unknown partner or a wrong key, by the answer.',
    ),
    signInFailed: countBy(
      'told',
      'reelhouse_failed_sign_ins_total',
      'Sign-ins to the admin panel that failed, or were refused unread after too many tries, by ' +
        'the answer.',
      ['failed', 'too-many'],
    ),
    rowsDeleted: countBy(
      'what',
      'reelhouse_rows_deleted_total',
      'Rows past the time for which they are kept, by what they were.',
    ),
    targetSearchRefused: () => searchesRefused.add(1),
    socketsMoved: (sockets: number) => socketsMoved.add(sockets),
    laneLost: countBy(
      'reason',
      'reelhouse_lane_threads_lost_total',
      'Lane threads that ended and were replaced, by reason.',
      LOSS_REASONS,
    ),
    connectionRefused: countBy(
      'cause',
      'reelhouse_connections_refused_total',
      'Connections closed as they came, past the bound of all or of their address.',
    ),
    requestRefused: countBy(
      'cause',
      'reelhouse_requests_refused_total',
      'Requests refused before any route: framing that may be read in two ways, or an unwelcome ' +
        'PROXY header.',
    ),
  }
}

function watchNode(tally: Tally, now: Now): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  const release = readReleaseId()
  tally.gauge('reelhouse_build_info', 'Always 1; the release is in the label.', ['release'], () => [
    [1, release],
  ])
  tally.gauge(
    'reelhouse_ready',
    'Whether the node can play, as /readyz says: 1 or 0.',
    [],
    now(({ isReady }) => [[isReady ? 1 : 0]]),
  )
  tally.gauge(
    'reelhouse_readiness_age_seconds',
    'Age of the oldest answer of a part from which readiness is decided.',
    [],
    now(({ readinessAgeMs }) => [[readinessAgeMs / 1000]]),
  )
  tally.gauge(
    'reelhouse_redis_up',
    'Whether a master of Redis takes writes: 1 or 0.',
    ['master'],
    now(({ masters }) => masters.map(({ name, isUp }) => [isUp ? 1 : 0, name] as const)),
  )
  tally.gauge(
    'reelhouse_database_up',
    'Whether a database takes writes, by the shards that it carries: 1 or 0.',
    ['database'],
    now(({ databases }) => databases.map(({ name, isUp }) => [isUp ? 1 : 0, name] as const)),
  )
  tally.gauge('process_start_time_seconds', 'When the process started, since 1970.', [], () => [
    [startedAt],
  ])
  tally.gauge('process_resident_memory_bytes', 'Memory of the process.', [], () => [
    [process.memoryUsage.rss()],
  ])
  tally.gauge(
    'process_cpu_seconds_total',
    'Processor time of all threads.',
    [],
    () => {
      const { user, system } = process.cpuUsage()
      return [[(user + system) / 1e6]]
    },
    'counter',
  )
}

function watchLanes(tally: Tally, now: Now): void {
  const byLane = (name: string, help: string, value: (load: LaneLoad) => number) =>
    tally.gauge(
      name,
      help,
      ['lane'],
      now(({ load }) => load.map((each, lane) => [value(each), String(lane)] as const)),
    )
  byLane('reelhouse_lane_queue_depth', 'Tasks waiting or running, by lane.', ({ depth }) => depth)
  byLane(
    'reelhouse_lane_event_loop_utilization',
    'Share of time the lane thread was busy since the last reading.',
    ({ utilization }) => utilization,
  )
  byLane('reelhouse_lane_up', 'Whether a thread of the lane answers: 1 or 0.', ({ isUp }) =>
    isUp ? 1 : 0,
  )
}

/** Covers the whole platform, not just this node: every node reads the same ledger. */
function watchUnfinishedRounds(tally: Tally, now: Now): void {
  const byState = (name: string, help: string, value: (rounds: UnfinishedRounds) => number) =>
    tally.gauge(
      name,
      help,
      ['state'],
      now(({ unfinished }) =>
        unfinished === null
          ? []
          : UNFINISHED_STATES.map(state => [value(unfinished[state]), state] as const),
      ),
    )
  byState(
    'reelhouse_unfinished_rounds',
    'Rounds of all nodes that are not finished, by what they wait for.',
    ({ rounds }) => rounds,
  )
  byState(
    'reelhouse_unfinished_round_oldest_seconds',
    'Age of the oldest of these rounds.',
    ({ oldestSeconds }) => oldestSeconds,
  )
  tally.gauge(
    'reelhouse_unfinished_rounds_known',
    'Whether the ledger said in time how many they are: 1 or 0.',
    [],
    now(({ unfinished }) => [[unfinished === null ? 0 : 1]]),
  )
}

/** Covers the whole platform as well. */
function watchKeptAnswers(tally: Tally, now: Now): void {
  tally.gauge(
    'reelhouse_kept_answer_bytes',
    'Answers kept under an Idempotency-Key, of the projects that have most.',
    ['project', 'kind'],
    now(({ keptAnswers }) =>
      (keptAnswers ?? []).map(
        ({ projectId, isReading, bytes }) =>
          [bytes, projectId, isReading ? 'reading' : 'changing'] as const,
      ),
    ),
  )
}
