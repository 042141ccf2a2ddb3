// An operator's wallet for a fleet, written from the operator API alone: no code of the platform
// reads its calls, moves its money or prints its answers. Misbehaves call by call, as the seed
// decides; its book says what really happened.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import { CERTIFICATE, PRIVATE_KEY } from '../../support/certificate.ts'
import { drawOnce } from '../../support/chance.ts'
import type { MoneyKind } from '../wallet-record.ts'
import type { ChaosWallet, ChaosWalletOptions } from '../wallets.ts'
import { WALLET_HOSTS } from './own-network.ts'

/** The share of calls that go wrong. */
const USUAL_RATE = 0.04
/** An operation is answered well at its third try, so that what a player waits has a bound. */
const TRIES_THAT_FAIL = 2
const BODY_MAX_BYTES = 64 * 1024
/** In time, but felt. */
const SLOW_MS = 700
/** The platform waits for two seconds. */
const LATE_MS = 3_000
/** By then it shows whether a caller has hung up. */
const LOOK_AFTER_MS = 50

/** What goes wrong: how often the call is booked before, and what is answered. */
const WRONGS = {
  slow: { booked: 1, answer: (reply: Reply) => void setTimeout(reply.well, SLOW_MS).unref() },
  late: { booked: 1, answer: (reply: Reply) => void setTimeout(reply.well, LATE_MS).unref() },
  'no answer, not booked': { booked: 0, answer: ({ socket }: Reply) => socket.destroy() },
  'no answer, booked': { booked: 1, answer: ({ socket }: Reply) => socket.destroy() },
  '500, not booked': { booked: 0, answer: (reply: Reply) => reply.send(500, '{"error":"down"}') },
  '503, booked': { booked: 1, answer: (reply: Reply) => reply.send(503, '') },
  'passed on twice': { booked: 2, answer: (reply: Reply) => reply.well() },
  'another currency': {
    booked: 1,
    answer: (reply: Reply) => reply.send(200, '{"status":"ok","balance":1.00,"currency":"XXX"}'),
  },
  'cut in the middle': {
    booked: 1,
    answer: (reply: Reply) => reply.send(200, reply.text.slice(0, 12)),
  },
  'a balance in words': {
    booked: 1,
    answer: (reply: Reply) => reply.send(200, '{"status":"ok","balance":"much"}'),
  },
  'an unknown error': {
    booked: 0,
    answer: (reply: Reply) => reply.send(200, '{"status":"error","message":"MAINTENANCE"}'),
  },
} as const
type Wrong = keyof typeof WRONGS
const NAMES = Object.keys(WRONGS) as Wrong[]
/** In an outage nothing is booked and nothing answered. */
const OUTAGE: Wrong = 'no answer, not booked'

interface Reply {
  text: string
  socket: Socket
  well(): void
  send(status: number, text: string): void
}

/** A call, as the operator API describes it. */
interface Call {
  method: string
  playerId: string
  currency: string
  roundId: string
  event: string
  transaction: string
  original: string
  amountMinor: bigint
  grantId: string | null
  forced: boolean
  text: string
}

interface Booked {
  kind: MoneyKind
  playerId: string
  currency: string
  roundId: string
  amountMinor: bigint
  state: 'applied' | 'refused' | 'cancelled'
}

/** What this wallet has booked, by transaction. */
export type OwnBook = ReadonlyMap<string, Booked>
export interface OwnWallet extends ChaosWallet {
  readonly records: OwnBook
}

export async function startOwnWallet(options: ChaosWalletOptions): Promise<OwnWallet> {
  const { seed, operator, openingMinor, record } = options
  const balances = new Map<string, bigint>()
  const records = new Map<string, Booked>()
  const tries = new Map<string, number>()
  const faults = new Map<string, number>()
  const violations: string[] = []
  let apiKey = ''
  let rate = 1
  let isAway = false

  const keyOf = (playerId: string, currency: string) => `${currency} ${playerId}`
  const balance = (playerId: string, currency: string) =>
    balances.get(keyOf(playerId, currency)) ?? openingMinor
  const move = ({ playerId, currency }: Booked, minor: bigint) =>
    balances.set(keyOf(playerId, currency), balance(playerId, currency) + minor)

  /** Moves the money of a call at most once; 'ok', or why the wallet refuses it. */
  function book(call: Call): string {
    const { method, transaction } = call
    if (method !== 'bet' && method !== 'win' && method !== 'refund') return 'ok'
    const known = records.get(transaction)
    if (known !== undefined) return repeat(known, call, method)
    const { playerId, currency, roundId, amountMinor } = call
    const entry: Booked = {
      kind: method,
      playerId,
      currency,
      roundId,
      amountMinor,
      state: 'applied',
    }
    if (method === 'refund') return refund(entry, call)
    if (method === 'bet' && amountMinor > balance(playerId, currency)) entry.state = 'refused'
    else move(entry, method === 'bet' ? -amountMinor : amountMinor)
    records.set(transaction, entry)
    return entry.state === 'refused' ? 'INSUFFICIENT_FUNDS' : 'ok'
  }

  function repeat(known: Booked, call: Call, kind: MoneyKind): string {
    const isSame =
      known.kind === kind &&
      known.playerId === call.playerId &&
      known.currency === call.currency &&
      known.roundId === call.roundId &&
      known.amountMinor === call.amountMinor
    if (!isSame) violations.push(`${call.transaction} came again as another operation`)
    if (known.state === 'refused') return 'INSUFFICIENT_FUNDS'
    return known.state === 'cancelled' ? 'TRANSACTION_CANCELLED' : 'ok'
  }

  /** Gives a booked bet back once; a bet that never arrived is refused from now on. */
  function refund(entry: Booked, { transaction, original }: Call): string {
    const bet = records.get(original)
    if (bet !== undefined && (bet.kind !== 'bet' || bet.amountMinor !== entry.amountMinor)) {
      violations.push(`${transaction} gives back something other than its bet`)
      return 'INVALID_TRANSACTION'
    }
    if (bet?.state === 'applied') move(entry, entry.amountMinor)
    records.set(original, { ...(bet ?? { ...entry, kind: 'bet' }), state: 'cancelled' })
    records.set(transaction, entry)
    return 'ok'
  }

  function chooseWrong(call: Call): Wrong | null {
    if (isAway) return OUTAGE
    const { method, playerId, event, transaction, roundId } = call
    const name = `${method} ${event} ${transaction || roundId || playerId}`
    const tried = (tries.get(name) ?? 0) + 1
    tries.set(name, tried)
    if (tried > TRIES_THAT_FAIL) return null
    const ordinal = record.rounds.get(roundId)?.ordinal ?? 0
    const draw = drawOnce(seed, 'own wallet', playerId, method, event, ordinal, tried)
    const share = draw / (USUAL_RATE * rate)
    return share < 1 ? NAMES[Math.floor(share * NAMES.length)]! : null
  }

  function answer(call: Call, request: IncomingMessage, response: ServerResponse): void {
    const { method, playerId, currency } = call
    record.see({ operator, ...call })
    if (method === 'bet' && record.isRefunded(call.roundId)) lookForCaller(call, request)
    const wrong = chooseWrong(call)
    if (wrong !== null) faults.set(wrong, (faults.get(wrong) ?? 0) + 1)
    let code = 'ok'
    for (let left = wrong === null ? 1 : WRONGS[wrong].booked; left > 0; left--) code = book(call)
    const text =
      code === 'ok'
        ? `{"status":"ok","balance":${decimalOf(balance(playerId, currency))},` +
          `"currency":"${currency}"}`
        : `{"status":"error","message":"${code}"}`
    const send = (status: number, body: string) => {
      if (response.destroyed) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    const well = () => send(200, text)
    if (wrong === null) well()
    else WRONGS[wrong].answer({ text, socket: request.socket, well, send })
  }

  /** A bet after its refund is a fault, unless its caller had given it up before it was read. */
  function lookForCaller({ roundId }: Call, { socket }: IncomingMessage): void {
    setTimeout(() => {
      if (!socket.destroyed && !socket.readableEnded) record.awaitedAfterRefund(roundId)
    }, LOOK_AFTER_MS).unref()
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > BODY_MAX_BYTES) throw new Error('a body past its bound')
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString('utf8')
    const call = readCall(text, String(request.url).split('/').at(-1)!)
    if (JSON.parse(text).api_key !== apiKey) {
      violations.push(`${call.method} came with another key`)
      response.writeHead(401).end()
      return
    }
    answer(call, request, response)
  }

  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (request, response) => {
    response.on('error', () => {})
    receive(request, response).catch(error => {
      // A caller that hung up is no violation; a call that cannot be read is.
      if (error instanceof SyntaxError || error instanceof TypeError) violations.push(String(error))
      request.socket.destroy()
    })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  const host = WALLET_HOSTS[operator % WALLET_HOSTS.length]!
  await listen(server, host)
  return {
    url: `https://${host}/wallet`,
    openingMinor,
    expectKey(key) {
      apiKey = key
    },
    balance,
    records,
    violations: () => violations,
    faults,
    setRate(next) {
      rate = next
    },
    beginOutage() {
      isAway = true
    },
    endOutage() {
      isAway = false
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // A callback address has no port.
    server.listen(443, host, resolve)
  })
}

/** Throws a TypeError for a call that does not have the fields of its method. */
function readCall(text: string, currency: string): Call {
  const body = JSON.parse(text)
  const { method, player_id: playerId, meta = {} } = body
  const isMoney = method === 'bet' || method === 'win' || method === 'refund'
  const call: Call = {
    method,
    playerId,
    currency,
    roundId: meta.round_id ?? '',
    event: meta.event ?? '',
    transaction: method === 'freespins_finished' ? body.grant_id : (meta.transaction ?? ''),
    original: meta.original_transaction ?? '',
    amountMinor: isMoney ? readAmount(text) : 0n,
    grantId: meta.freespins?.grant_id ?? null,
    forced: body.forced === true,
    text,
  }
  const isWhole =
    typeof playerId === 'string' &&
    ['UAH', 'USD', 'EUR', 'RUB'].includes(currency) &&
    (!isMoney || (call.transaction !== '' && call.roundId !== '')) &&
    (method !== 'refund' || call.original !== '')
  if (!isWhole) throw new TypeError(`a call without its fields: ${method}`)
  return call
}

/** From the bytes: a number of JavaScript would round a large amount. */
function readAmount(text: string): bigint {
  const [, whole, decimals = ''] = /"amount":(\d+)(?:\.(\d{1,2}))?[,}]/.exec(text) ?? []
  if (whole === undefined) throw new TypeError('no amount with at most two decimals')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
}

export function decimalOf(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
