// The clocks of a node. The monotonic one is shared by all its threads and is never set. The time
// of record, which rounds, ids, sessions and reports carry, is the clock of the home database: the
// monotonic clock plus a measured offset. So a node whose own clock is wrong, or is set while it
// runs, misdates nothing. The node's own clock is read only to compare it.

import { CLOCK_STOP_MS, CLOCK_WARN_MS } from '../limits.ts'

/**
 * Milliseconds; as cheap to read as performance.now(). Each thread's performance.now() starts with
 * the thread; the operating system's monotonic clock is the same for all, but reading it makes a
 * bigint.
 */
export function openNodeClock(): () => number {
  const offsetMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  return () => performance.now() + offsetMs
}

/** The time of record in a lane, which is given the offset by the front end. */
export function followRecordClock(firstOffsetMs: number, clockMs = openNodeClock()) {
  let offsetMs = firstOffsetMs
  return {
    /** Whole milliseconds since 1970. */
    nowMs: () => Math.floor(clockMs() + offsetMs),
    /** What is added to the node's monotonic clock. */
    offsetMs: () => offsetMs,
    set(toMs: number): void {
      offsetMs = toMs
    },
  }
}

/** A database's clock, read between two moments of the node's monotonic clock. */
export interface ClockReading {
  readonly sentMs: number
  readonly receivedMs: number
  readonly serverMs: number
}

/**
 * What to add to the monotonic clock after this reading. The first reading halves its round trip.
 * The server read its clock between sending and receiving, so a later reading gives a range: the
 * offset moves only when it is outside, and only to the nearest end. A slow answer moves nothing.
 * @param offsetMs null: the first reading
 */
export function moveOffset(
  offsetMs: number | null,
  { sentMs, receivedMs, serverMs }: ClockReading,
): number {
  const [least, most] = [serverMs - receivedMs, serverMs - sentMs]
  return offsetMs === null ? (least + most) / 2 : Math.min(most, Math.max(least, offsetMs))
}

interface Log {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/** How much the node's own clock differs from the time of record. */
type Agreement = 'agrees' | 'differs' | 'off'

export type RecordClock = ReturnType<typeof createRecordClock>

/** Of the front end. Until the first reading it is the node's own clock. */
export function createRecordClock(
  log: Log,
  wallMs: () => number = Date.now,
  clockMs = openNodeClock(),
) {
  const offsets = new Map<string, number>()
  const record = followRecordClock(wallMs() - clockMs(), clockMs)
  let agreement: Agreement = 'agrees'
  let onOffset = (_offsetMs: number) => {}
  const aheadMs = (offsetMs: number) => wallMs() - clockMs() - offsetMs

  function take(database: string, isHome: boolean, reading: ClockReading): void {
    const offsetMs = moveOffset(offsets.get(database) ?? null, reading)
    offsets.set(database, offsetMs)
    if (!isHome) return
    record.set(offsetMs)
    judge(Math.round(aheadMs(offsetMs)))
    onOffset(offsetMs)
  }

  function judge(ms: number): void {
    const now = agreementOf(ms)
    if (now === agreement) return
    agreement = now
    log[now === 'off' ? 'error' : 'warn']({ aheadMs: ms }, CLOCK_LINES[now])
  }

  return {
    nowMs: record.nowMs,
    /** Call it before the query; call its result with the time of the answer, since 1970. */
    beginReading(database: string, isHome: boolean): (serverMs: number) => void {
      const sentMs = clockMs()
      return serverMs => take(database, isHome, { sentMs, receivedMs: clockMs(), serverMs })
    },
    /** True: the node starts no round. */
    isOff: () => agreement === 'off',
    /** How many seconds the node's own clock is ahead of each database, as last read. */
    differences: (): readonly (readonly [seconds: number, database: string])[] =>
      [...offsets].map(([database, offsetMs]) => [aheadMs(offsetMs) / 1000, database]),
    /** The present offset, and each that is read later, about once a second. */
    followOffset(follow: (offsetMs: number) => void): number {
      onOffset = follow
      return record.offsetMs()
    },
  }
}

function agreementOf(aheadMs: number): Agreement {
  const ms = Math.abs(aheadMs)
  if (ms > CLOCK_STOP_MS) return 'off'
  return ms > CLOCK_WARN_MS ? 'differs' : 'agrees'
}

export const CLOCK_LINES: Readonly<Record<Agreement, string>> = {
  agrees: 'the clock of this node agrees with Postgres again',
  differs: 'the clock of this node differs from that of Postgres, which dates the rounds',
  off: 'the clock of this node is too far from that of Postgres: it starts no round',
}
