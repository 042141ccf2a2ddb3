// SPDX-License-Identifier: Apache-2.0
// How a wallet misbehaves: each fault by name, what it does on the wire, and how the platform
// treats it. Moves no money itself: the mock wallet does, as often as the fault requires.

import type { ServerResponse } from 'node:http'
import type { BetRefusal, UnknownReason } from '../core/wallet-operation.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'

/** A call that is to be answered badly. */
export interface Reply {
  readonly response: ServerResponse
  /** The correct answer, for what happened to the money. */
  readonly text: string
  /** The longest time that a platform waits. */
  readonly deadlineMs: number
  /** Runs `work` once, unless the wallet is closed first. */
  later(delayMs: number, work: () => void): void
}

interface FaultRow {
  /** One line for a person. */
  readonly about: string
  /** How often the call is carried out before it is answered badly: 0 moves no money. */
  readonly applied: 0 | 1 | 2
  /** How the platform treats a bet with this answer, in a project without `finalRefusals`. */
  readonly outcome: 'accepted' | 'refused' | UnknownReason
  act(reply: Reply): void
}

const DRIPS = 20

export const FAULTS = {
  'drop-before-apply': {
    about: 'closes the connection without an answer; nothing is booked',
    applied: 0,
    outcome: 'network',
    act: ({ response }) => response.socket?.end(),
  },
  'drop-after-apply': {
    about: 'books the call, then closes the connection without an answer',
    applied: 1,
    outcome: 'network',
    act: ({ response }) => response.socket?.end(),
  },
  'reset-before-apply': {
    about: 'resets the connection (TCP RST); nothing is booked',
    applied: 0,
    outcome: 'network',
    act: ({ response }) => response.socket?.resetAndDestroy(),
  },
  'reset-after-apply': {
    about: 'books the call, then resets the connection in the middle of the answer',
    applied: 1,
    outcome: 'network',
    act: ({ response, text }) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': text.length })
      response.write(text.slice(0, -2), () => response.socket?.resetAndDestroy())
    },
  },
  'hang-before-apply': {
    about: 'never answers; nothing is booked',
    applied: 0,
    outcome: 'timeout',
    act: () => {},
  },
  'hang-after-apply': {
    about: 'books the call and never answers',
    applied: 1,
    outcome: 'timeout',
    act: () => {},
  },
  late: {
    about: 'books the call and answers after the deadline of 2 s',
    applied: 1,
    outcome: 'timeout',
    act: ({ response, text, deadlineMs, later }) =>
      later(deadlineMs * 1.5, () => send(response, 200, text)),
  },
  'slow-body': {
    about: 'books the call and drips the answer, a little at a time, past the deadline',
    applied: 1,
    outcome: 'timeout',
    act: dripAnswer,
  },
  duplicate: {
    about: 'a gateway passes the call on twice, one after the other; the second answer comes back',
    applied: 2,
    outcome: 'accepted',
    act: ({ response, text }) => send(response, 200, text),
  },
  'answer-twice': {
    about: 'books the call and sends its answer twice on the connection',
    applied: 1,
    outcome: 'accepted',
    act: ({ response, text }) => {
      const head = [
        'HTTP/1.1 200 OK',
        'content-type: application/json',
        `content-length: ${text.length}`,
      ].join('\r\n')
      response.socket?.write(`${head}\r\n\r\n${text}`.repeat(2))
    },
  },
  'http-500-before-apply': {
    about: 'HTTP 500; nothing is booked',
    applied: 0,
    outcome: 'http-status',
    act: ({ response }) => send(response, 500, '{"status":"error","message":"BROKEN"}'),
  },
  'http-500-after-apply': {
    about: 'books the call and answers HTTP 500',
    applied: 1,
    outcome: 'http-status',
    act: ({ response, text }) => send(response, 500, text),
  },
  'http-404': {
    about: 'HTTP 404, as behind a wrong route; nothing is booked',
    applied: 0,
    outcome: 'http-status',
    act: ({ response }) => send(response, 404, 'no such page'),
  },
  'http-201': {
    about: 'books the call and answers HTTP 201 instead of 200',
    applied: 1,
    outcome: 'http-status',
    act: ({ response, text }) => send(response, 201, text),
  },
  redirect: {
    about: 'HTTP 302 to somewhere else; nothing is booked',
    applied: 0,
    outcome: 'http-status',
    act: ({ response }) => {
      response.writeHead(302, { location: '/elsewhere' }).end()
    },
  },
  'error-before-apply': {
    about: 'status error with the code MAINTENANCE; nothing is booked',
    applied: 0,
    outcome: 'wallet-error',
    act: ({ response }) => send(response, 200, '{"status":"error","message":"MAINTENANCE"}'),
  },
  'error-after-apply': {
    about: 'books the call and answers status error with the code INTERNAL_ERROR',
    applied: 1,
    outcome: 'wallet-error',
    act: ({ response }) => send(response, 200, '{"status":"error","message":"INTERNAL_ERROR"}'),
  },
  'insufficient-funds': {
    about: 'answers INSUFFICIENT_FUNDS whatever the balance; nothing is booked (for a bet)',
    applied: 0,
    outcome: 'refused',
    act: ({ response }) => send(response, 200, '{"status":"error","message":"INSUFFICIENT_FUNDS"}'),
  },
  'player-blocked': refusalForGood('PLAYER_BLOCKED'),
  'limit-reached': refusalForGood('LIMIT_REACHED'),
  'session-closed': refusalForGood('SESSION_CLOSED'),
  'bet-not-allowed': refusalForGood('BET_NOT_ALLOWED'),
  'invalid-json': {
    about: 'books the call; the answer is cut off in the middle, as HTTP 200',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response, text }) => send(response, 200, text.slice(0, -2)),
  },
  html: {
    about: 'books the call and answers an HTML page, as HTTP 200',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response }) => send(response, 200, '<!doctype html><title>Welcome</title>'),
  },
  'bad-status': {
    about: 'books the call; the status is neither ok nor error',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response, text }) => send(response, 200, text.replace('"ok"', '"done"')),
  },
  'wrong-currency': {
    about: 'books the call; the answer names another currency',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response, text }) =>
      send(
        response,
        200,
        text.replace(/"[A-Z]{3}"}$/, own => (own === '"USD"}' ? '"EUR"}' : '"USD"}')),
      ),
  },
  'float-balance': {
    about: 'books the call; the balance has three decimals',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response, text }) => send(response, 200, text.replace(/(\.[0-9]{2}),/, '$13,')),
  },
  'text-balance': {
    about: 'books the call; the balance is text, not a number',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response, text }) => send(response, 200, text.replace(/([0-9]+\.[0-9]{2}),/, '"$1",')),
  },
  'huge-body': {
    about: 'books the call; the answer is larger than 16 KB',
    applied: 1,
    outcome: 'invalid-answer',
    act: ({ response, text }) =>
      send(
        response,
        200,
        `${text.slice(0, -1)},"pad":"${'x'.repeat(2 * WALLET_ANSWER_MAX_BYTES)}"}`,
      ),
  },
} as const satisfies Record<string, FaultRow>

function refusalForGood(code: Exclude<BetRefusal, 'INSUFFICIENT_FUNDS'>) {
  return {
    about: `answers ${code}; nothing is booked; with \`finalRefusals\` a first bet is refused`,
    applied: 0,
    outcome: 'wallet-error',
    act: ({ response }: Reply) => send(response, 200, `{"status":"error","message":"${code}"}`),
  } as const
}

export type Fault = keyof typeof FAULTS

export const isFault = (name: string): name is Fault => Object.hasOwn(FAULTS, name)

const JSON_TYPE = { 'content-type': 'application/json' }

export function send(response: ServerResponse, status: number, text: string): void {
  if (!response.writableEnded) response.writeHead(status, JSON_TYPE).end(text)
}

function dripAnswer({ response, text, deadlineMs, later }: Reply): void {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': text.length })
  const step = Math.ceil(text.length / DRIPS)
  const drip = (from: number) => {
    if (from >= text.length) return void response.end()
    response.write(text.slice(from, from + step))
    later((deadlineMs * 2) / DRIPS, () => drip(from + step))
  }
  drip(0)
}
