// SPDX-License-Identifier: Apache-2.0
// A wallet to try a platform with: follows the operator API over HTTP, in memory, remembers
// everything that it received, and misbehaves on demand. Holds no real money and stores nothing:
// never a base for a real wallet.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Accounts, createAccounts } from '../core/wallet-accounts.ts'
import { MOCK_WALLET_BODY_MAX_BYTES, WALLET_DEADLINE_MS } from '../limits.ts'
import {
  type Currency,
  readWalletCallback,
  SUMMARY_ANSWER,
  type WalletCallback,
  walletAnswer,
  walletRefusal,
} from '../sdk/wallet-callback.ts'
import { SIGNATURE_HEADER, verifySignature } from '../sdk/wallet-signature.ts'
import { FAULTS, type Fault, send } from './faults.ts'
import { createMockBook, type MockBook } from './mock-book.ts'

/** A call as it arrived, for the code that chooses what happens to it. */
export interface MockCall {
  readonly callback: WalletCallback
  /** The bytes of the body, as text. Contains the key: never print it. */
  readonly text: string
  readonly request: IncomingMessage
  /** How often this operation, notification or summary was seen, including this call. */
  readonly timesSeen: number
  /** The wallet has carried out or refused this transaction before. */
  readonly isBooked: boolean
  /** The caller has closed its side and waits no longer. Known a moment after it happened. */
  hasCallerGone(): boolean
}

interface Treatment {
  readonly fault?: Fault | null
  /** Delays the answer, whatever it is. */
  readonly delayMs?: number
  /** Answered in place of everything else; nothing is booked. */
  readonly text?: string
}

/** What happens to a call; null is a correct answer. */
type Choice = Fault | null | Treatment

/** A promise holds the call: it is carried out, or not, once the choice is made. */
export type ChooseFault = (call: MockCall) => Choice | Promise<Choice>

/** One call and its result, reported once it is decided. */
export interface MockEvent {
  /** Null for an invalid call: no such method, a wrong key, a body past its limit. */
  readonly call: MockCall | null
  readonly fault: Fault | null
  /** 'ok', or the code of the refusal. */
  readonly code: string
  readonly balanceMinor: bigint | null
}

export interface MockWalletOptions {
  readonly host?: string | undefined
  /** 0, the default, is any free one. */
  readonly port?: number | undefined
  /** Undefined accepts any key that is not empty. */
  readonly apiKey?: string | undefined
  /** Refuses calls signed with none of them; undefined or empty: signatures are not checked. */
  readonly signingKeys?: readonly string[] | undefined
  /** The opening balance of every account, or where to read it; 10,000.00 by default. */
  readonly openingMinor?: bigint | (() => bigint) | undefined
  readonly chooseFault?: ChooseFault | undefined
  readonly onEvent?: ((event: MockEvent) => void) | undefined
  /** The time that `late` and `slow-body` exceed; 2 s by default. */
  readonly deadlineMs?: number | undefined
  /** How many operations and notifications it remembers before it is full. */
  readonly recordsMax?: number | undefined
  /** False keeps a hash instead of each first body: for very many calls. */
  readonly keepsBodies?: boolean | undefined
}

export interface MockWallet {
  /** The callback address, without a trailing slash. */
  readonly url: string
  readonly accounts: Pick<MockBook, 'operations' | 'violations'> & {
    /** By transaction. */
    readonly records: Accounts['records']
    balance(playerId: string, currency: Currency): bigint
  }
  readonly notifications: MockBook['notifications']
  readonly summaries: MockBook['summaries']
  /** From now on; null is a wallet without faults. */
  setFaults(choose: ChooseFault | null): void
  close(): Promise<void>
}

const OPENING_MINOR = 1_000_000n

/** The state of a running wallet. */
interface State {
  readonly book: MockBook
  readonly options: MockWalletOptions
  /** Timers of answers that are held back. */
  readonly timers: Set<NodeJS.Timeout>
  chooseFault: ChooseFault | null
}

export async function startMockWallet(options: MockWalletOptions = {}): Promise<MockWallet> {
  const { openingMinor = OPENING_MINOR } = options
  const accounts = createAccounts(
    typeof openingMinor === 'bigint' ? () => openingMinor : openingMinor,
  )
  const book = createMockBook(accounts, options)
  const chooseFault = options.chooseFault ?? null
  const state: State = { book, options, timers: new Set(), chooseFault }
  const host = options.host ?? '127.0.0.1'
  const server = await listen(state, host)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/wallet`,
    accounts: {
      records: accounts.records,
      balance: (playerId, currency) => book.balance({ playerId, currency }),
      operations: book.operations,
      violations: book.violations,
    },
    notifications: book.notifications,
    summaries: book.summaries,
    setFaults(choose) {
      state.chooseFault = choose
    },
    close() {
      for (const timer of state.timers) clearTimeout(timer)
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

async function listen(state: State, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    // A platform that gave up, or was killed, closes its side.
    request.on('error', () => {})
    response.on('error', () => {})
    receive(request)
      .then(text => {
        const isCall = request.method === 'POST' && text !== null
        if (!isCall) return send(response, 400, walletRefusal('INVALID_REQUEST'))
        if (isSigned(state, request, text)) return answer(state, text, request, response)
        return refuse(state, response, 401, 'INVALID_SIGNATURE')
      })
      .catch(() => response.destroy())
  })
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(state.options.port ?? 0, host, resolve)
  })
  return server
}

/**
 * The text comes from the received bytes: bytes that are not UTF-8 were changed in decoding, and
 * fail the check.
 */
function isSigned({ options }: State, { headers }: IncomingMessage, text: string): boolean {
  const { signingKeys = [] } = options
  if (signingKeys.length === 0) return true
  const signature = headers[SIGNATURE_HEADER]?.toString()
  return verifySignature({ signature, body: Buffer.from(text) }, signingKeys)
}

function answer(
  state: State,
  text: string,
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const { book, options } = state
  const read = readWalletCallback(text, request.url ?? '', options.apiKey ?? keyIn(text))
  if (!read.ok) return refuse(state, response, read.status, read.code)
  const { callback } = read
  const noted = book.note(callback, text)
  if (noted === null) return refuse(state, response, 503, 'FULL')
  const { timesSeen } = noted
  const isBooked = book.isBooked(callback)
  const { socket } = response
  const hasCallerGone = () => socket === null || socket.readableEnded || socket.destroyed
  const call = { callback, text, request, timesSeen, isBooked, hasCallerGone }
  const choice = state.chooseFault?.(call) ?? null
  if (!(choice instanceof Promise)) return carryOut(state, call, choice, response)
  return choice.then(chosen => carryOut(state, call, chosen, response))
}

/** Refuses a call that is invalid or can't be booked. */
function refuse(state: State, response: ServerResponse, status: number, code: string): void {
  state.options.onEvent?.({ call: null, fault: null, code, balanceMinor: null })
  send(response, status, walletRefusal(code))
}

function carryOut(state: State, call: MockCall, choice: Choice, response: ServerResponse): void {
  const { book, options } = state
  const { callback } = call
  const how: Treatment = typeof choice === 'string' ? { fault: choice } : (choice ?? {})
  const { fault = null, delayMs = 0 } = how
  if (how.text !== undefined) {
    send(response, 200, how.text)
    return
  }
  const applied = fault === null ? 1 : FAULTS[fault].applied
  let code = 'ok'
  for (let time = 0; time < applied; time++) code = book.apply(callback)
  const balanceMinor = book.balance(callback)
  options.onEvent?.({ call, fault, code, balanceMinor })
  const text = printAnswer(callback, code, balanceMinor)
  const deadlineMs = options.deadlineMs ?? WALLET_DEADLINE_MS
  const reply = () => {
    if (fault === null) send(response, 200, text)
    else
      FAULTS[fault].act({ response, text, deadlineMs, later: (ms, work) => later(state, ms, work) })
  }
  if (delayMs > 0) later(state, delayMs, reply)
  else reply()
}

function later({ timers }: State, delayMs: number, work: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer)
    work()
  }, delayMs)
  timers.add(timer)
}

function printAnswer(callback: WalletCallback, code: string, balanceMinor: bigint): string {
  if (code !== 'ok') return walletRefusal(code)
  const isSummary = callback.method === 'freespins_finished'
  return isSummary ? SUMMARY_ANSWER : walletAnswer(balanceMinor, callback.currency)
}

/** The key in a body: a wallet that accepts any key compares with it. */
function keyIn(text: string): string {
  try {
    const key = (JSON.parse(text) as { api_key?: unknown } | null)?.api_key
    return typeof key === 'string' ? key : ''
  } catch {
    return ''
  }
}

/** The body as text; null past the limit. */
async function receive(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= MOCK_WALLET_BODY_MAX_BYTES) chunks.push(chunk)
  }
  return bytes > MOCK_WALLET_BODY_MAX_BYTES ? null : Buffer.concat(chunks).toString()
}
