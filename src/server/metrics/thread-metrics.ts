// What every thread counts that drives rounds or calls wallets, the lanes and the front end: rounds
// that end, with what each game returned compared with its theoretical RTP; its queues; and its own
// state. Labels are project ids, game ids and fixed names; never a player, a session or a key.

import {
  constants,
  type EntryType,
  monitorEventLoopDelay,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks'
import v8 from 'node:v8'
import { threadId } from 'node:worker_threads'
import { findGame } from '../../games/catalogue/games.ts'
import { describeLevel } from '../../games/engine/levels.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import type { Round } from '../../round/round.ts'
import { countStores, countWallets } from './calls.ts'
import { createTally, GC_SECONDS, type Metric, SETTLE_SECONDS, type Tally } from './tally.ts'

/** One reading of a thread. */
export interface ThreadReading {
  /** Unique among all threads of the process, including ended ones. */
  readonly threadId: number
  readonly metrics: readonly Metric[]
}

export type ThreadMetrics = ReturnType<typeof createThreadMetrics>

export function createThreadMetrics(thread: 'front' | 'lane') {
  const tally = createTally()
  watchThread(tally, thread === 'front' ? FRONT_THREAD : THREAD_UNKNOWN)
  return {
    ...countRounds(tally, findGame),
    ...countStores(tally),
    ...countWallets(tally),
    /** A lane's queues, read when the metrics are. */
    watch(read: LaneQueues): void {
      watchQueues(tally, read)
    },
    read: (): ThreadReading => ({ threadId, metrics: tally.read() }),
    readCounted: (): ThreadReading => ({ threadId, metrics: tally.readCounted() }),
  }
}

interface LaneQueues {
  ledgerDepth(): number
  actors(): number
  mailboxes(): { queued: number; deepest: number }
}

function watchQueues(tally: ReturnType<typeof createTally>, read: LaneQueues): void {
  const byLane = (name: string, help: string, value: () => number) =>
    tally.gauge(name, help, ['thread'], () => [[value(), THREAD_UNKNOWN]])
  byLane('reelhouse_ledger_queue_rows', 'Rows waiting for a batch.', read.ledgerDepth)
  byLane('reelhouse_actors', 'Actors in memory.', read.actors)
  byLane(
    'reelhouse_mailbox_commands',
    'Commands waiting or running in the mailboxes of all players.',
    () => read.mailboxes().queued,
  )
  byLane(
    'reelhouse_mailbox_deepest',
    'Commands waiting or running in the fullest mailbox.',
    () => read.mailboxes().deepest,
  )
}

/** How often a thread measures the delay of its event loop. */
const EVENT_LOOP_SAMPLE_MS = 20

/** Replaced by the front end, which knows which thread it was. */
export const THREAD_UNKNOWN = ''
export const FRONT_THREAD = 'front'

const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak-callbacks',
}

export function watchThread(tally: Tally, thread: string): void {
  tally.gauge(
    'reelhouse_event_loop_delay_seconds',
    'How much later than due the event loop came round since the last reading: 50 %, 99 %, most.',
    ['thread', 'percentile'],
    createDelayReading(thread),
  )
  tally.gauge(
    'reelhouse_event_loop_busy_seconds_total',
    'Time the event loop had work to do.',
    ['thread'],
    () => [[performance.eventLoopUtilization().active / 1000, thread]],
    'counter',
  )
  tally.gauge('reelhouse_heap_bytes', 'Heap in use.', ['thread'], () => [
    [v8.getHeapStatistics().used_heap_size, thread],
  ])
  watchGarbageCollector(tally, thread)
}

/** One sample every EVENT_LOOP_SAMPLE_MS when nothing is late. */
function createDelayReading(thread: string) {
  const delays = monitorEventLoopDelay({ resolution: EVENT_LOOP_SAMPLE_MS })
  delays.enable()
  const late = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - EVENT_LOOP_SAMPLE_MS / 1000) : 0
  return () => {
    const read = [
      [late(delays.percentile(50)), thread, '50'],
      [late(delays.percentile(99)), thread, '99'],
      [late(delays.count === 0 ? 0 : delays.max), thread, '100'],
    ] as const
    delays.reset()
    return read
  }
}

function watchGarbageCollector(tally: Tally, thread: string): void {
  const seconds = tally.histogram(
    'reelhouse_gc_seconds',
    'Pauses of the garbage collector.',
    GC_SECONDS,
    'thread',
    'kind',
  )
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as PerformanceEntry & { detail: NodeGCPerformanceDetail }).detail
      seconds.observe(entry.duration / 1000, thread, GC_KINDS[kind ?? 0] ?? 'other')
    }
  })
  observer.observe({ entryTypes: ['gc' satisfies EntryType] })
}

type FindGame = (gameId: string, version?: string) => Game | undefined

export function countRounds(tally: Tally, findGame: FindGame) {
  const ended = tally.counter(
    'reelhouse_rounds_total',
    'Rounds that ended, by game, mode and end state.',
    'game',
    'mode',
    'state',
  )
  const retries = tally.counter(
    'reelhouse_wallet_retries_total',
    'Wallet operations scheduled again because their outcome is unknown.',
    'state',
  )
  const setAside = tally.counter(
    'reelhouse_rounds_set_aside_total',
    'Rounds set aside as reconciliation_required, by cause: a failure, or a lost lane thread.',
    'cause',
  )
  for (const cause of ['failure', 'lost-thread']) setAside.add(0, cause)
  const seconds = tally.histogram(
    'reelhouse_settle_seconds',
    'Time from the opening of a round to its settling, by whether the player had to decide in it.',
    SETTLE_SECONDS,
    'decided',
  )
  const countReturn = createReturnCounter(tally, findGame)
  return {
    roundEnded(round: Round): void {
      const { intent, progress } = round
      ended.add(1, intent.gameId, intent.gameMode, progress.state)
      if (progress.state !== 'settled' || progress.settledAtMs === null) return
      const tookMs = Math.max(0, progress.settledAtMs - intent.createdAtMs)
      seconds.observe(tookMs / 1000, progress.choices.length > 0 ? 'yes' : 'no')
      if (intent.appliedTarget === null) countReturn(round)
    },
    retry: ({ progress }: Round) => retries.add(1, progress.state),
    roundSetAside: (cause: 'failure' | 'lost-thread') => setAside.add(1, cause),
  }
}

/**
 * In base bets, not in money: every round then counts the same whatever its stake, and currencies
 * are not mixed, so that the difference can be compared with the variance of the mathematics. The
 * operator's target outcomes were not drawn and are left out; free spins count with their nominal
 * stake.
 */
function createReturnCounter(tally: Tally, findGame: FindGame) {
  const counter = (name: string, help: string) =>
    tally.counter(name, `${help}, of settled rounds that were drawn.`, 'game', 'mode')
  const stake = counter('reelhouse_game_stake_bets_total', 'Stakes in base bets')
  const win = counter('reelhouse_game_win_bets_total', 'Wins in base bets')
  const theory = counter(
    'reelhouse_game_theoretical_win_bets_total',
    'Wins in base bets that the mathematics promises at the levels played',
  )
  const variance = counter(
    'reelhouse_game_win_variance_bets_total',
    'Variance of the wins, in squared base bets, that the mathematics promises',
  )
  return ({ intent, progress }: Round) => {
    const { gameId, gameVersion, gameMode, levelBps } = intent
    const game = findGame(gameId, gameVersion)
    const mode = game?.modes.find(({ id }) => id === gameMode)
    const figures = game?.figures[gameMode]
    if (game === undefined || mode === undefined || figures === undefined) return
    const { rtp, deviationBets } =
      levelBps === null ? figures.natural : describeLevel(levelBps, figures, mode.priceBets)
    const price = Number(mode.priceBets)
    stake.add(price, gameId, gameMode)
    win.add(progress.winUnits / game.unitsPerBet, gameId, gameMode)
    theory.add(rtp * price, gameId, gameMode)
    variance.add(deviationBets ** 2, gameId, gameMode)
  }
}
