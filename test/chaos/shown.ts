// What the players of a run were shown and answered, one small entry for each round: every result,
// every request that was acknowledged or refused. Reports at once when one request gets two
// answers.

import { createHash } from 'node:crypto'
import { parseMoney } from '../../src/core/money.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'

type RoundMessage = Extract<ServerMessage, { type: 'round' }>

/** A result as it was shown after so many decisions. */
export interface ShownResult {
  choices: readonly string[]
  status: 'awaiting' | 'crediting' | 'settled'
  /** Of events, units and the open decision. */
  digest: string
  stakeMinor: bigint
  winMinor: bigint
  balanceMinor: bigint | null
}

export interface ShownRound {
  player: number
  /** Acknowledged with this round: its own request and those of its decisions. */
  requestIds: string[]
  results: ShownResult[]
  /** Reported as over without a result. */
  rejected: boolean
}

export type Shown = ReturnType<typeof createShown>

/** @param onConflict an answer that contradicts an earlier one; called once for each */
export function createShown(onConflict: (what: string, roundId: string) => void) {
  const rounds = new Map<string, ShownRound>()
  const requests = new Map<string, string>()
  /** Refused as never started, after being sent so often. */
  const refused = new Map<string, { code: string; times: number }>()
  /** The player was answered that the round is over without a win. */
  const undone = new Map<string, string>()

  function round(player: number, message: RoundMessage): void {
    const { roundId, status } = message.round
    let known = rounds.get(roundId)
    if (known === undefined) {
      known = { player, requestIds: [], results: [], rejected: false }
      rounds.set(roundId, known)
    }
    if (known.player !== player) onConflict(`shown to players ${known.player}, ${player}`, roundId)
    if (message.requestId !== undefined) acknowledge(known, message.requestId, roundId)
    if (status === 'rejected') known.rejected = true
    else if (status !== 'pending') result(known, message)
  }

  function acknowledge(known: ShownRound, requestId: string, roundId: string): void {
    const before = requests.get(requestId)
    if (before === roundId) return
    if (before !== undefined) {
      onConflict(`request ${requestId} was round ${before} before`, roundId)
      return
    }
    requests.set(requestId, roundId)
    known.requestIds.push(requestId)
  }

  function result(known: ShownRound, message: RoundMessage): void {
    const shown = readResult(message)
    const key = shown.choices.join()
    const same = known.results.find(r => r.status === shown.status && r.choices.join() === key)
    if (same === undefined) known.results.push(shown)
    else if (!isSame(same, shown)) onConflict('two different results', message.round.roundId)
  }

  return {
    round,
    refused(requestId: string, code: string, times: number): void {
      refused.set(requestId, { code, times })
    },
    undone(requestId: string, code: string): void {
      undone.set(requestId, code)
    },
    rounds: rounds as ReadonlyMap<string, ShownRound>,
    requests: requests as ReadonlyMap<string, string>,
    refusals: refused as ReadonlyMap<string, { code: string; times: number }>,
    undoings: undone as ReadonlyMap<string, string>,
  }
}

function readResult({ round, balance }: RoundMessage): ShownResult {
  return {
    choices: round.choices,
    status: round.status as ShownResult['status'],
    digest: digestResult(round),
    stakeMinor: parseMoney(round.stake)!,
    winMinor: parseMoney(round.win)!,
    balanceMinor: balance === null ? null : parseMoney(balance),
  }
}

/** What the mathematics gives, as a short digest that covers every event. */
export function digestResult(outcome: {
  events: readonly unknown[]
  winUnits: number
  awaiting: unknown
}): string {
  const { events, winUnits, awaiting } = outcome
  const text = JSON.stringify([events, winUnits, awaiting])
  return createHash('sha1').update(text).digest('base64').slice(0, 12)
}

function isSame(one: ShownResult, other: ShownResult): boolean {
  return (
    one.digest === other.digest &&
    one.winMinor === other.winMinor &&
    one.stakeMinor === other.stakeMinor
  )
}
