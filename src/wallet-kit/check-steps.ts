// SPDX-License-Identifier: Apache-2.0
// What a check can do with an operator's wallet: calls through the platform's client, and
// conditions that must hold after them. Never lets a key into a text for a person.

import { setTimeout as pass } from 'node:timers/promises'
import { formatAmount } from '../core/money.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'
import { printable } from '../wallet/answer.ts'
import type { WalletClient, WalletTarget } from '../wallet/client.ts'
import { type Call, type CheckedPlayer, createCalls, unruly } from './check-calls.ts'

/** The answer that came back. */
export interface Heard {
  readonly answer: WalletAnswer
  readonly latencyMs: number
  /** HTTP status and the beginning of the body, secrets masked. */
  readonly text: string
}

export interface Failure {
  readonly sent: string
  readonly expected: string
  readonly got: string
}

/** Thrown by a check when the wallet breaks the contract. */
export class CheckFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.expected)
    this.failure = failure
  }
}

/** Thrown by a check that can't be made with this player; the message gives the reason. */
export class CheckNotMade extends Error {}

export type SendCall = (call: Call) => Promise<Heard>

/** How many characters of an answer a report shows. */
const ANSWER_SHOWN = 300
/** How often a call whose answer is unknown is sent again. */
const REPEATS_MAX = 5
const REPEAT_PAUSE_MS = 200

interface SenderOptions extends Pick<CheckedPlayer, 'apiKey'> {
  readonly signal?: AbortSignal | undefined
}

/** @param heard called with every answer, for checks about all answers together */
export function createSender(
  { client, target }: { client: Pick<WalletClient, 'call'>; target: WalletTarget },
  { apiKey, signal }: SenderOptions,
  heard: (heard: Heard, call: Call) => void,
): SendCall {
  return async call => {
    signal?.throwIfAborted()
    let bytes = Buffer.alloc(0)
    let status: number | null = null
    const observer = {
      onStatus(seen: number) {
        status = seen
      },
      onBytes(chunk: Buffer) {
        if (bytes.length < WALLET_ANSWER_MAX_BYTES) bytes = Buffer.concat([bytes, chunk])
      },
    }
    const started = performance.now()
    const { method, currency, body, signature } = call
    const answer = await client.call(target, currency, method, body, { observer, signature })
    const latencyMs = performance.now() - started
    const text = describeAnswer(answer, status, bytes, body, apiKey)
    heard({ answer, latencyMs, text }, call)
    return { answer, latencyMs, text }
  }
}

function describeAnswer(
  answer: WalletAnswer,
  status: number | null,
  bytes: Buffer,
  request: string,
  apiKey: string,
): string {
  const why = answer.kind === 'unknown' ? ` (${answer.reason}: ${answer.detail})` : ''
  if (status === null) return `no answer${why}`
  const own = bytes.toString().replaceAll(apiKey, '***')
  const shown = printable(own, request, ANSWER_SHOWN)
  return `HTTP ${status}, ${shown === '' ? 'an empty body' : shown}${why}`
}

/** How long a wallet must remember, and how the check passes the time. */
export interface Memory {
  readonly memoryMs: number
  pause(ms: number): Promise<unknown>
}

export type Steps = ReturnType<typeof createSteps>

/** The steps of one check; what it sends is kept for the report of a failure. */
export function createSteps(player: CheckedPlayer, send: SendCall, memory: Memory) {
  const calls = createCalls(player)
  const sent: string[] = []
  const single = createSingleSteps(calls.sessionInfo(), send, sent)
  return {
    ...calls,
    ...single,
    ...createJointSteps(calls.sessionInfo(), send, sent),
    player,

    /** A new round whose bet was debited. */
    async paidRound(betMinor: bigint) {
      const round = calls.round()
      await single.ok(round.bet(betMinor))
      return round
    },

    /** Undoes what a check has moved, as far as the wallet allows it. */
    async giveBack(calls: readonly Call[]): Promise<void> {
      for (const call of calls) await send(unruly(call))
    },

    /** Waits until an answer of this moment is as old as the wallet's memory must be. */
    async waitForMemory(answeredAtMs: number): Promise<void> {
      const restMs = answeredAtMs + memory.memoryMs - performance.now()
      if (restMs > 0) await memory.pause(restMs)
    },
  }
}

/** @param sent what the check has sent so far, for a person; each step adds its calls */
function createSingleSteps(sessionInfo: Call, send: SendCall, sent: string[]) {
  const fail = (expected: string, got: string): never => {
    throw new CheckFailed({ sent: sent.join(', then '), expected, got })
  }

  async function hear(call: Call, label = call.label): Promise<Heard> {
    const { transaction } = call
    const isNew = transaction !== undefined && !sent.some(one => one.includes(transaction))
    sent.push(isNew ? `${label} (${transaction})` : label)
    return send(call)
  }

  async function ok(call: Call, label = call.label): Promise<bigint> {
    const { answer, text } = await hear(call, label)
    if (answer.kind !== 'accepted') return fail(`${label}: ok`, text)
    return answer.balanceMinor
  }

  /** The balance from `session_info`. */
  function balance(): Promise<bigint> {
    return ok(sessionInfo)
  }

  /** Checks that the wallet now reports exactly this balance. */
  async function balanceIs(expectedMinor: bigint, why: string): Promise<void> {
    const found = await balance()
    const expected = `balance ${formatAmount(expectedMinor)}, ${why}`
    if (found !== expectedMinor) fail(expected, `balance ${formatAmount(found)}`)
  }

  /** Checks it in the answer to the call too. */
  async function okWithBalance(call: Call, expectedMinor: bigint, why: string): Promise<void> {
    const answered = await ok(call)
    await balanceIs(expectedMinor, why)
    if (answered !== expectedMinor) {
      const got = `balance ${formatAmount(answered)}`
      fail(`the same balance in the answer to the ${call.method}`, got)
    }
  }

  return { fail, hear, ok, okWithBalance, balance, balanceIs }
}

/** Steps with several calls at the same moment. */
function createJointSteps(sessionInfo: Call, send: SendCall, sent: string[]) {
  /** Calls that have to connect first would not arrive at the same moment. */
  async function openConnections(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => send(sessionInfo)))
  }

  /** The answers are in the order of the calls. */
  async function atOnce(
    calls: readonly Call[],
    label: string,
    sendOne: SendCall,
  ): Promise<Heard[]> {
    await openConnections(calls.length)
    sent.push(label)
    return Promise.all(calls.map(sendOne))
  }

  async function sendUntilKnown(call: Call): Promise<Heard> {
    let heard = await send(call)
    for (let time = 0; time < REPEATS_MAX && heard.answer.kind === 'unknown'; time++) {
      await pass(REPEAT_PAUSE_MS)
      heard = await send(call)
    }
    return heard
  }

  return {
    atOnce: (calls: readonly Call[], label: string) => atOnce(calls, label, send),

    /** The same, but calls with an unknown answer are sent again, as the platform does. */
    untilKnown: (calls: readonly Call[], label: string) => atOnce(calls, label, sendUntilKnown),
  }
}
