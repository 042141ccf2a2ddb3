// Owns what is reported to the casino about rounds and balances: each of them once, and an outcome
// no sooner than the player has seen it. It must never report what the platform has not confirmed.

import { formatAmount } from '../../../src/core/money.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import { minorOf } from '../../amounts.ts'
import type { Casino, OutgoingMessage } from './casino.ts'

type Money = Extract<OutgoingMessage, { type: 'balance' }>['balance']

/** The last update of a round; only a round contains how it ended. */
type Last = { kind: 'round'; round: RoundView } | { kind: 'refused' | 'gone' }

export class RoundReports {
  private readonly casino: Casino
  private readonly currency: Money['currency']
  /** The round that was reported as started and not yet as over. */
  private openId: string | null = null
  private seenId: string | null = null
  private balanceMinor: bigint | null = null

  /** @param currency of the session */
  constructor(casino: Casino, currency: string) {
    this.casino = casino
    this.currency = currency as Money['currency']
  }

  /** A round was reported as started and is not over. */
  get isOpen(): boolean {
    return this.openId !== null
  }

  /** The platform has the round. */
  heard(round: RoundView, resumed = false): void {
    if (this.openId === round.roundId) return
    this.openId = round.roundId
    this.casino.send({
      type: 'round-started',
      roundId: round.roundId,
      mode: round.gameMode,
      stake: moneyOf(minorOf(round.stake), round.currency),
      freeSpin: round.freeSpin?.grantId ?? null,
      resumed,
    })
  }

  /** The player has seen all of it, and no decision is open. */
  seen({ roundId, win, currency }: RoundView): void {
    if (this.seenId === roundId) return
    this.seenId = roundId
    this.casino.send({ type: 'outcome', roundId, win: moneyOf(minorOf(win), currency) })
  }

  over(last: Last): void {
    const roundId = this.openId
    this.openId = null
    if (roundId === null) return
    const { status, win, currency } = last.kind === 'round' ? last.round : UNKNOWN
    const known = status === 'settled' || status === 'rejected' ? status : 'unknown'
    const won = known === 'unknown' ? null : moneyOf(minorOf(win), currency)
    this.casino.send({ type: 'settled', roundId, status: known, win: won })
  }

  /** @param always report even an unchanged balance, because the casino requested it */
  balance(minor: bigint, always = false): void {
    if (minor === this.balanceMinor && !always) return
    this.balanceMinor = minor
    this.casino.send({ type: 'balance', balance: moneyOf(minor, this.currency) })
  }

  error(code: string, message: string): void {
    this.casino.send({ type: 'error', code, message, fatal: false })
  }
}

const UNKNOWN = { status: 'unknown', win: '0.00', currency: 'EUR' } as const

export function moneyOf(minor: bigint, currency: Money['currency']): Money {
  return { amount: formatAmount(minor), minor: minor.toString(), currency }
}
