// What each player felt and which events ran meanwhile: how long every spin took until its result
// was seen, how soon each player played again, and which errors it got. Judges nothing.

import type { Second } from '../../../bench/curve-plot.ts'
import type { Answer } from '../line.ts'
import type { PlayWatch } from '../play-watch.ts'

export interface TimedEvent {
  name: string
  startedMs: number
  /** How long the event itself keeps players from playing: the harness, not the platform. */
  stoppedMs: number
  /** When everything runs again; null: not yet, or it failed. */
  endedMs: number | null
  /** Why the event failed. */
  failure: string | null
  /** What came of it, where there is more than one good end. */
  note: string | null
  /** From its start to the first result of a spin that was sent after it. */
  firstMs: number | null
  /** The same until every player had such a result; null: not every player. */
  everyMs: number | null
  /** Players without one. */
  missing: number[]
  /** The longest wait of the spins in flight between this event and the next, and whose it was. */
  longest: Felt
  /** The longest time between two results of one player, from this event to the next. */
  pause: Felt
  /** The longest time from the first `BUSY` of one player to its last before the next result. */
  refused: Felt
  /** Failed tries until the next event, of the player with most of them. */
  errors: Felt
  /** Of all players, by code. */
  codes: Record<string, number>
}

/** The worst value among the players: milliseconds or a count. */
interface Felt {
  value: number
  player: number | null
}

interface Spin {
  player: number
  startedMs: number
  answeredMs: number
}

/** Final errors that are no fault of the player: a round lost for it, or a plain failure. */
const FAILURES: ReadonlySet<string> = new Set([
  'RECONCILIATION_REQUIRED',
  'REQUEST_FAILED',
  'BUSY',
  'WALLET_BUSY',
  'SHUTTING_DOWN',
])
/** The wallet was asked and refused: the player plays. */
const REFUSED: ReadonlySet<string> = new Set(['INSUFFICIENT_FUNDS', 'BET_REFUSED'])

export type Timeline = ReturnType<typeof createTimeline>

/** @param players they are numbered from 0 */
export function createTimeline(players: number, nowMs: () => number = () => performance.now()) {
  const spins: Spin[] = []
  const events: TimedEvent[] = []
  /** Of each event: failed tries by player, and who has played since. */
  const errorsOf = new Map<TimedEvent, number[]>()
  const backOf = new Map<TimedEvent, Set<number>>()
  /** When spins without a result were sent first. */
  const open = new Map<string, { player: number; sentMs: number }>()
  /** Each player's last result. */
  const lastMs: (number | undefined)[] = []
  /** When each player was first refused with `BUSY` since its last result. */
  const busyMs: (number | undefined)[] = []
  const beganMs = () => events[0]?.startedMs ?? nowMs()

  const watch: PlayWatch = {
    beginSpin(player, requestId) {
      const key = keyOf(player, requestId)
      if (!open.has(key)) open.set(key, { player, sentMs: nowMs() })
      return answer => end(player, requestId, answer)
    },
    shown: (player, requestId) => note(keyOf(player, requestId)),
    repeated: fail,
  }

  const keyOf = (player: number, requestId: string) => `${player} ${requestId}`

  function end(player: number, requestId: string, answer: Answer): void {
    const key = keyOf(player, requestId)
    if (answer?.type === 'round') {
      // Results are seen before; a rejected round has none. A pending one is asked for again.
      if (answer.round.status !== 'pending') note(key)
    } else if (answer?.type === 'error') {
      if (REFUSED.has(answer.code)) note(key)
      else if (FAILURES.has(answer.code)) fail(player, answer.code)
      open.delete(key)
    }
  }

  function fail(player: number, code: string): void {
    const event = events.at(-1)
    if (event === undefined) return
    event.codes[code] = (event.codes[code] ?? 0) + 1
    const errors = errorsOf.get(event)!
    errors[player] = (errors[player] ?? 0) + 1
    worsen(event.errors, errors[player], player)
    if (code !== 'BUSY') return
    busyMs[player] ??= nowMs()
    worsen(event.refused, nowMs() - busyMs[player], player)
  }

  function note(key: string): void {
    const sent = open.get(key)
    if (sent === undefined) return
    open.delete(key)
    const spin = { player: sent.player, startedMs: sent.sentMs, answeredMs: nowMs() }
    spins.push(spin)
    const before = lastMs[spin.player] ?? beganMs()
    lastMs[spin.player] = spin.answeredMs
    busyMs[spin.player] = undefined
    feel(spin.player, spin.startedMs, spin.answeredMs, 'longest')
    feel(spin.player, before, spin.answeredMs, 'pause')
    for (const event of events) {
      if (spin.startedMs < event.startedMs) continue
      const waitedMs = spin.answeredMs - event.startedMs
      event.firstMs ??= waitedMs
      const back = backOf.get(event)!
      if (back.size < players && back.add(spin.player).size === players) event.everyMs = waitedMs
    }
  }

  /**
   * A time counts for every event to which some of it belongs, without that for which a later event
   * itself stops players.
   */
  function feel(player: number, fromMs: number, toMs: number, what: 'longest' | 'pause'): void {
    for (const [at, event] of events.entries()) {
      const later = events.slice(at + 1)
      const nextMs = later[0]?.startedMs ?? Number.POSITIVE_INFINITY
      if (toMs < event.startedMs || fromMs >= nextMs) continue
      const stopped = later.map(({ startedMs, stoppedMs }) =>
        Math.min(stoppedMs, Math.max(0, toMs - startedMs)),
      )
      worsen(event[what], toMs - fromMs - stopped.reduce((sum, ms) => sum + ms, 0), player)
    }
  }

  return {
    watch,
    events: events as readonly TimedEvent[],
    begin(name: string, stoppedMs = 0): TimedEvent {
      const event: TimedEvent = {
        name,
        startedMs: nowMs(),
        stoppedMs,
        endedMs: null,
        failure: null,
        note: null,
        firstMs: null,
        everyMs: null,
        missing: [],
        longest: { value: 0, player: null },
        pause: { value: 0, player: null },
        refused: { value: 0, player: null },
        errors: { value: 0, player: null },
        codes: {},
      }
      events.push(event)
      errorsOf.set(event, [])
      backOf.set(event, new Set())
      busyMs.length = 0
      return event
    },
    /** Every player has played, before any event too. */
    haveAllPlayed: () => new Set(spins.map(({ player }) => player)).size === players,
    /** Every player has played since the last event began. */
    areAllBack: () => events.length > 0 && events.at(-1)!.everyMs !== null,
    /** No new spins are sent from now on: a player who waits has waited until now. */
    stop(): void {
      for (let player = 0; player < players; player++) {
        feel(player, lastMs[player] ?? beganMs(), nowMs(), 'pause')
      }
      for (const event of events) {
        const back = backOf.get(event)!
        const all = Array.from({ length: players }, (_, player) => player)
        event.missing = all.filter(player => !back.has(player))
      }
    },
    /** At the end of the run: a spin without a result has waited until now. */
    finish(): void {
      for (const { player, sentMs } of open.values()) feel(player, sentMs, nowMs(), 'longest')
    },
    secondsOf: (atMs: number) => (atMs - (spins[0]?.startedMs ?? atMs)) / 1000,
    seconds: () => countSeconds(spins, spins[0]?.startedMs ?? 0),
    /** Of all spins sent between the first event and the second, in their order. */
    calmWaits: () =>
      spins
        .filter(({ startedMs }) => startedMs >= beganMs())
        .filter(({ startedMs }) => startedMs < (events[1]?.startedMs ?? Number.POSITIVE_INFINITY))
        .map(spin => spin.answeredMs - spin.startedMs)
        .sort((a, b) => a - b),
    spins: () => spins.length,
  }
}

function worsen(felt: Felt, value: number, player: number): void {
  if (value <= felt.value) return
  felt.value = value
  felt.player = player
}

/** A spin counts in the second of its result. */
function countSeconds(spins: readonly Spin[], startedMs: number): Second[] {
  const bySecond = new Map<number, number[]>()
  for (const spin of spins) {
    const second = Math.max(0, Math.floor((spin.answeredMs - startedMs) / 1000))
    const waits = bySecond.get(second) ?? []
    waits.push(spin.answeredMs - spin.startedMs)
    bySecond.set(second, waits)
  }
  const last = Math.max(-1, ...bySecond.keys())
  return Array.from({ length: last + 1 }, (_, atSecond) => {
    const waits = (bySecond.get(atSecond) ?? []).sort((a, b) => a - b)
    const at = (share: number) => waits[Math.ceil(waits.length * share) - 1] ?? 0
    return { atSecond, spins: waits.length, p50Ms: at(0.5), p99Ms: at(0.99) }
  })
}
