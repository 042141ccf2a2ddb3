// An operator's wallet over real HTTP: correct accounts, idempotent by transaction, every received
// body kept; by rule it holds a call, drops it, answers late or answers nonsense.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatAmount, parseMoney } from '../../src/core/money.ts'
import type { WalletMethod } from '../../src/wallet/bodies.ts'
import { createAccounts } from '../../src/wallet-kit/accounts.ts'

export type Method = WalletMethod

/** One call as it arrived, with its position among all calls and answers of the wallet. */
export interface WalletCall {
  readonly method: Method
  readonly path: string
  /** The bytes of the body, as text. */
  readonly text: string
  readonly playerId: string
  readonly sessionId: string
  readonly game: string
  readonly roundId: string
  readonly transaction: string
  readonly event: string
  readonly time: number
  readonly amountMinor: bigint
  /** Names in lower case. */
  readonly headers: IncomingMessage['headers']
  readonly arrivedAt: number
  /** Null while it is in flight, or when the connection was dropped. */
  answeredAt: number | null
}

/** What to do with a call instead of answering it correctly. */
export type Misbehaviour =
  | 'drop before apply'
  | 'drop after apply'
  | 'apply and never answer'
  | 'apply and answer 500'
  | 'answer 500'
  | 'answer nonsense'
  | 'answer an error'
  | 'insufficient funds'

export interface Rule {
  method: Method
  playerId?: string
  event?: 'start' | 'finish'
  /** How often the rule is used; once by default. */
  times?: number
  /** Awaited before anything else; the call is in flight meanwhile. */
  before?: (call: WalletCall) => Promise<unknown> | unknown
  act?: Misbehaviour
}

export type ScriptedWallet = Awaited<ReturnType<typeof startScriptedWallet>>

const OPENING_MINOR = 1_000_000n

export async function startScriptedWallet(t: { teardown(work: () => unknown): unknown }) {
  const calls: WalletCall[] = []
  let rules: Rule[] = []
  let clock = 0
  let openingMinor = OPENING_MINOR
  const accounts = createAccounts(() => openingMinor)
  const arrivals: { wanted: (call: WalletCall) => boolean; tell: (call: WalletCall) => void }[] = []

  function findRule(call: WalletCall): Rule | undefined {
    const rule = rules.find(
      r =>
        r.method === call.method &&
        (r.playerId ?? call.playerId) === call.playerId &&
        (r.event ?? call.event) === call.event,
    )
    if (rule === undefined) return undefined
    rule.times = (rule.times ?? 1) - 1
    if (rule.times <= 0) rules = rules.filter(r => r !== rule)
    return rule
  }

  /** Moves money once for each transaction; null, or the code of a refusal. */
  function apply(call: WalletCall): string | null {
    const operation = readOperation(call)
    const code = operation === null ? 'ok' : accounts.apply(holderOf(call), operation)
    return code === 'ok' ? null : code
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const call = readCall(request, Buffer.concat(chunks).toString(), clock++)
    calls.push(call)
    for (const arrival of arrivals) if (arrival.wanted(call)) arrival.tell(call)
    const rule = findRule(call)
    await rule?.before?.(call)
    respond(call, rule?.act, response)
  }

  function respond(call: WalletCall, act: Misbehaviour | undefined, response: ServerResponse) {
    if (act?.startsWith('drop after') || act?.startsWith('apply')) apply(call)
    if (act?.startsWith('drop')) return response.destroy()
    if (act === 'apply and never answer') return
    call.answeredAt = clock++
    if (act?.endsWith('500')) return send(response, 500, 'the wallet is broken')
    if (act === 'answer nonsense') return send(response, 200, '{"status":"ok","balance":"1')
    if (act === 'answer an error') return send(response, 200, echo(call))
    const code = act === 'insufficient funds' ? 'INSUFFICIENT_FUNDS' : apply(call)
    send(response, 200, code === null ? okText(call) : errorText(code, call))
  }

  const okText = (call: WalletCall) =>
    call.method === 'freespins_finished' ? '{"status":"ok"}' : okWithBalance(call)
  const okWithBalance = (call: WalletCall) =>
    `{"status":"ok","balance":${formatAmount(accounts.balance(holderOf(call)))},"currency":"${currencyOf(call)}"}`

  const server = createServer((request, response) => {
    // A platform that gave up, or was killed, closes its side.
    request.on('error', () => {})
    response.on('error', () => {})
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wallet`,
    calls,
    /** The starting balance of every account. */
    openWith(minor: bigint): void {
      openingMinor = minor
    },
    balance: (playerId: string, currency = 'EUR') => accounts.balance({ playerId, currency }),
    /** Rules are used in the order they were given. */
    rule: (rule: Rule) => void rules.push(rule),
    /** Removes all rules: the wallet answers correctly from now on. */
    behave(): void {
      rules = []
    },
    /** The next call that matches, the moment it arrives. */
    nextCall: (wanted: (call: WalletCall) => boolean) =>
      new Promise<WalletCall>(tell => arrivals.push({ wanted, tell })),
    of: (method: Method, playerId?: string) =>
      calls.filter(c => c.method === method && (playerId ?? c.playerId) === c.playerId),
    isApplied: (transaction: string) =>
      ['applied', 'cancelled'].includes(accounts.find(transaction)?.state ?? ''),
  }
}

/** A gate for `before`: calls wait at it until it is opened. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { pass: () => opened, open: () => open() }
}

function readCall({ url, headers }: IncomingMessage, text: string, arrivedAt: number): WalletCall {
  const body = JSON.parse(text)
  // The amount is read from the text, so that it is never a float.
  const amount = /"amount":([0-9]+\.[0-9]{2})[,}]/.exec(text)?.[1]
  return {
    method: body.method,
    path: url!,
    headers,
    text,
    playerId: body.player_id,
    sessionId: body.session_id,
    game: body.game ?? '',
    roundId: body.meta?.round_id ?? '',
    transaction: body.meta?.transaction ?? '',
    event: body.meta?.event ?? '',
    time: body.meta?.time ?? 0,
    amountMinor: amount === undefined ? 0n : parseMoney(amount)!,
    arrivedAt,
    answeredAt: null,
  }
}

const currencyOf = (call: WalletCall) => call.path.split('/').at(-1)!
const holderOf = (call: WalletCall) => ({ playerId: call.playerId, currency: currencyOf(call) })

function readOperation({ method, transaction, amountMinor, text }: WalletCall) {
  if (method === 'bet' || method === 'win') return { kind: method, transaction, amountMinor }
  if (method !== 'refund') return null
  const originalTransaction: string = JSON.parse(text).meta.original_transaction
  return { kind: method, transaction, originalTransaction, amountMinor }
}

function errorText(code: string, call: WalletCall): string {
  return `{"status":"error","message":"${code}","balance":0,"currency":"${currencyOf(call)}"}`
}

/** The worst answer of a wallet: everything it was sent, secrets included. */
function echo(call: WalletCall): string {
  return JSON.stringify({ status: 'error', message: `refused: ${call.text}` })
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(text)
}
