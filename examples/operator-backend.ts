// SPDX-License-Identifier: Apache-2.0
// A casino's server in one file: accounts in memory, the wallet that the platform calls, launches
// and free spins. A real one keeps accounts and transactions in one database. Runs alone:
// API_KEY=rk_… node dist/examples/operator-backend.js <platform> <project> <port> <game>

import { createServer, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createOperatorClient } from '../src/sdk/client.ts'
import {
  readWalletCallback,
  SUMMARY_ANSWER,
  type WalletCallback,
  walletAnswer,
  walletRefusal,
} from '../src/sdk/wallet-callback.ts'

const OPENING_MINOR = 1_000_00n
const BODY_MAX_BYTES = 64 * 1024

/** The platform calls back at http://127.0.0.1:<port>/wallet/<currency>. */
export async function startOperatorBackend(casino: {
  baseUrl: string
  partner: string
  apiKey: string
  port: number
}) {
  const api = createOperatorClient(casino)
  const balances = new Map<string, bigint>()
  const seen = new Map<string, 'debited' | 'credited' | 'refused' | 'cancelled'>()

  function answer(call: WalletCallback): string {
    if (call.method === 'freespins_finished') return SUMMARY_ANSWER
    const account = `${call.currency} ${call.playerId}`
    const balance = balances.get(account) ?? OPENING_MINOR
    const now = (minor: bigint) => {
      balances.set(account, minor)
      return walletAnswer(minor, call.currency)
    }
    if (call.method === 'session_info' || call.method === 'round_info') return now(balance)
    const fate = seen.get(call.transaction)
    if (fate === 'cancelled') return walletRefusal('TRANSACTION_CANCELLED')
    // Refused again, whatever the balance is by now: its round was rejected.
    if (fate === 'refused') return walletRefusal('INSUFFICIENT_FUNDS')
    if (fate !== undefined) return now(balance)
    if (call.method === 'bet') {
      const isPaid = balance >= call.amountMinor
      seen.set(call.transaction, isPaid ? 'debited' : 'refused')
      return isPaid ? now(balance - call.amountMinor) : walletRefusal('INSUFFICIENT_FUNDS')
    }
    if (call.method === 'refund') {
      const bet = seen.get(call.originalTransaction)
      if (bet === 'credited') return walletRefusal('INVALID_TRANSACTION')
      seen.set(call.transaction, 'credited')
      // A bet that never arrived refunds nothing, and is refused if it arrives later.
      seen.set(call.originalTransaction, 'cancelled')
      return now(bet === 'debited' ? balance + call.amountMinor : balance)
    }
    seen.set(call.transaction, 'credited')
    return now(balance + call.amountMinor)
  }

  const server = createServer(async (request, response) => {
    const reply = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    try {
      const read = readWalletCallback(await readBody(request), request.url ?? '', casino.apiKey)
      if (read.ok) reply(200, answer(read.callback))
      else reply(read.status, walletRefusal(read.code))
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>(resolve => server.listen(casino.port, '127.0.0.1', resolve))

  return {
    balance: (player: string) => balances.get(`EUR ${player}`) ?? OPENING_MINOR,
    /** The launch link: redirect the player's browser to it. */
    play: async (player: string, game: string) =>
      (await api.launch({ player_id: player, currency: 'EUR', symbol: game })).link,
    /** Each player gets one welcome grant: the platform refuses a second grant with that id. */
    welcome: (player: string, game: string, bet: string) =>
      api.freespins.create({
        player_id: player,
        currency: 'EUR',
        symbol: game,
        count: 10,
        bet,
        external_id: `welcome-${player}`,
      }),
    /** Paid in on the casino's own page: a game shows it after it has asked for the balance. */
    deposit(player: string, minor: bigint): void {
      const account = `EUR ${player}`
      balances.set(account, (balances.get(account) ?? OPENING_MINOR) + minor)
    },
    close: () => server.close(),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_MAX_BYTES) throw new Error('a body past its bound')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [baseUrl = '', partner = '', port = '', game = ''] = process.argv.slice(2)
  const apiKey = process.env.API_KEY ?? ''
  const casino = await startOperatorBackend({ baseUrl, partner, apiKey, port: Number(port) })
  console.log(`Play: ${await casino.play('ann', game)}`)
}
