// Owns the calculations of a play profile: time played, net position, when a reality check is due,
// which wins are celebrated. Pure; it must never read the page or the clock by itself.

import type { ServerMessage } from '../../../src/wire/play-answers.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import { minorOf } from '../../amounts.ts'

export type PlayRules = Extract<ServerMessage, { type: 'welcome' }>['playRules']

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** Between two readings of one launch's time; a new launch begins at zero. */
const CLOCKS_APART_MS = 60_000

/** "5:07" or "1:05:07"; never negative. */
export function printDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes}:${two(seconds % 60)}`
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** The platform's "-1.20" in minor units. */
export function signedMinorOf(amount: string): bigint {
  return amount.startsWith('-') ? -minorOf(amount.slice(1)) : minorOf(amount)
}

/**
 * Whether so many minutes have passed since the launch, or since the last answer.
 * @param answeredMs time played when the last one was answered; that of an earlier launch does not
 * count
 */
export function isCheckDue(playedMs: number, everyMinutes: number, answeredMs: number): boolean {
  return playedMs - countedAnswer(playedMs, answeredMs) >= everyMinutes * MINUTE_MS
}

/** Zero where it is later than now: it was answered in an earlier launch. */
export function countedAnswer(playedMs: number, answeredMs: number): number {
  return answeredMs > playedMs + CLOCKS_APART_MS ? 0 : answeredMs
}

/** What the player has paid for the round; 0 for a free spin of the operator. */
export function paidMinor({ freeSpin, stake }: Pick<RoundView, 'freeSpin' | 'stake'>): bigint {
  return freeSpin === null ? minorOf(stake) : 0n
}

/** False: the win is no more than was paid for it, and the rules forbid celebrating it. */
export function isCelebrated(
  { celebrateUpToStake }: Pick<PlayRules, 'celebrateUpToStake'>,
  winMinor: bigint,
  paid: bigint,
): boolean {
  return celebrateUpToStake || winMinor > paid
}

/**
 * Net of a session, updated round by round. A round may be applied repeatedly: its last update
 * counts.
 */
export class NetPosition {
  private baseMinor = 0n
  private roundId: string | null = null
  private roundMinor = 0n

  /** Starts from the platform's figure, without the open round. */
  begin(netMinor: bigint): void {
    this.baseMinor = netMinor
    this.roundId = null
    this.roundMinor = 0n
  }

  /** @param isShown the player has seen what it won */
  add(round: RoundView, isShown: boolean): void {
    if (round.roundId !== this.roundId) this.begin(this.minor)
    this.roundId = round.roundId
    const { status } = round
    if (status === 'pending' || status === 'rejected') this.roundMinor = 0n
    else {
      const isWon = isShown && (status === 'settled' || status === 'crediting')
      this.roundMinor = (isWon ? minorOf(round.win) : 0n) - paidMinor(round)
    }
  }

  get minor(): bigint {
    return this.baseMinor + this.roundMinor
  }
}
