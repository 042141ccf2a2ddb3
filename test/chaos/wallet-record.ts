// The calls that the wallets of a run received, one small entry for each operation: how often, in
// which order, and whether any had another body. Injects no faults and moves no money.

import { createHash } from 'node:crypto'

export type MoneyKind = 'bet' | 'win' | 'refund'
export type Reported = MoneyKind | 'start' | 'finish'
const REPORTED: readonly Reported[] = ['bet', 'win', 'refund', 'start', 'finish']

/** A call as a wallet reads it. */
export interface WalletCall {
  operator: number
  method: string
  /** Of a round_info. */
  event: string
  playerId: string
  currency: string
  roundId: string
  /** Of a money call; of a summary its grant. */
  transaction: string
  amountMinor: bigint
  forced: boolean
  /** The grant of a free spin. */
  grantId: string | null
  text: string
}

export interface Operation {
  transaction: string
  amountMinor: bigint
  grantId: string | null
  forced: boolean
  /** Of the first body. */
  digest: string
  times: number
  /** Times it came with another body. */
  differing: number
  /** Positions in the order of all calls, and times. */
  firstAt: number
  lastAt: number
  firstMs: number
  lastMs: number
}

export interface RoundCalls {
  operator: number
  playerId: string
  currency: string
  /**
   * The index of the round among its player's: with the player's id a name that is equal in every
   * run.
   */
  ordinal: number
  reported: Partial<Record<Reported, Operation>>
  /** The time of the last bet that came after the refund while its caller waited for the answer. */
  awaitedAfterRefund: { ms: number } | null
  /** Violations: a second transaction of a kind, another player, another currency. */
  strange: string[]
}

export interface Summary {
  operator: number
  playerId: string
  currency: string
  text: string
  times: number
  differing: number
  firstAt: number
}

export type WalletRecord = ReturnType<typeof createWalletRecord>

export function createWalletRecord(nowMs: () => number) {
  const rounds = new Map<string, RoundCalls>()
  const summaries = new Map<string, Summary>()
  const calls = new Map<string, number>()
  const roundsOf = new Map<string, number>()
  let clock = 0
  let repeats = 0

  function see(call: WalletCall): void {
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
    clock++
    if (call.method === 'freespins_finished') seeSummary(call)
    const kind = REPORTED.find(reported => reported === (call.event || call.method))
    if (kind !== undefined) seeRound(kind, call)
  }

  function seeSummary({ operator, transaction, playerId, currency, text }: WalletCall): void {
    const known = summaries.get(transaction)
    if (known === undefined) {
      const first = { operator, playerId, currency, text, times: 1, differing: 0, firstAt: clock }
      summaries.set(transaction, first)
      return
    }
    known.times++
    repeats++
    if (known.text !== text) known.differing++
  }

  function seeRound(kind: Reported, call: WalletCall): void {
    const { operator, playerId, currency } = call
    let round = rounds.get(call.roundId)
    if (round === undefined) {
      const ordinal = (roundsOf.get(playerId) ?? 0) + 1
      roundsOf.set(playerId, ordinal)
      round = {
        operator,
        playerId,
        currency,
        ordinal,
        reported: {},
        awaitedAfterRefund: null,
        strange: [],
      }
      rounds.set(call.roundId, round)
    }
    if (round.operator !== operator || round.playerId !== playerId || round.currency !== currency) {
      round.strange.push(`${kind} for operator ${operator}, ${playerId}, ${currency}`)
    }
    const digest = digestOf(call.text)
    const known = round.reported[kind]
    if (known === undefined) round.reported[kind] = firstOf(call, digest)
    else repeat(round, known, call, digest)
  }

  function firstOf(call: WalletCall, digest: string): Operation {
    const { transaction, amountMinor, grantId, forced } = call
    const at = { firstAt: clock, lastAt: clock, firstMs: nowMs(), lastMs: nowMs() }
    return { transaction, amountMinor, grantId, forced, digest, times: 1, differing: 0, ...at }
  }

  function repeat(round: RoundCalls, known: Operation, call: WalletCall, digest: string): void {
    repeats++
    known.times++
    known.lastAt = clock
    known.lastMs = nowMs()
    if (known.digest !== digest) known.differing++
    if (known.transaction !== call.transaction) round.strange.push(`a second ${call.transaction}`)
  }

  return {
    see,
    rounds: rounds as ReadonlyMap<string, RoundCalls>,
    summaries: summaries as ReadonlyMap<string, Summary>,
    isRefunded: (roundId: string) => rounds.get(roundId)?.reported.refund !== undefined,
    awaitedAfterRefund(roundId: string): void {
      const round = rounds.get(roundId)
      if (round !== undefined) round.awaitedAfterRefund = { ms: nowMs() }
    },
    figures: () => ({ calls: Object.fromEntries(calls), repeats }),
  }
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 12)
}
