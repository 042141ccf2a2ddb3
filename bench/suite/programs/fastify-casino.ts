// A peer as a server: Fastify over the simple casino. With a queue the spins are done by a worker
// process, which takes them from a list in Redis and publishes the results.

import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyReply } from 'fastify'
import { WebSocketServer } from 'ws'
import { LIFTED_PER_MINUTE } from '../operators.ts'
import { type CasinoSetup, openCasino, type SpinOrder } from '../peer-casino.ts'
import { openQueue } from '../peer-queue.ts'
import { runProgram } from '../program.ts'

export interface FastifyCasinoSetup extends CasinoSetup {
  /** Spins go through the queue. */
  hasQueue?: boolean
  /** What a call of another method gets, once it is allowed. */
  otherMethod?: { status: number; answer: object }
  /** The size of a welcome; absent: no player comes back. */
  welcomeBytes?: number
}

const LAUNCH = {
  type: 'object',
  required: ['partner', 'api_key', 'player_id', 'currency', 'symbol'],
  properties: {
    partner: { type: 'string' },
    api_key: { type: 'string' },
    player_id: { type: 'string', maxLength: 128 },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    symbol: { type: 'string', maxLength: 64 },
  },
}
const SPIN = {
  type: 'object',
  required: ['player'],
  properties: { player: { type: 'integer', minimum: 1 } },
}

const METHOD = {
  type: 'object',
  required: ['partner', 'api_key', 'method'],
  properties: {
    partner: { type: 'string', maxLength: 64 },
    api_key: { type: 'string', maxLength: 128 },
    method: { type: 'string', maxLength: 64 },
  },
}

/** What a client reads of a game. */
const GAME = {
  modes: [{ id: 'base', kind: 'base' }],
  bets: { kind: 'denomination', denominationsMinor: ['1'], credits: [40] },
}

type Casino = Awaited<ReturnType<typeof openCasino>>

interface LaunchBody {
  player_id: string
  currency: string
  symbol: string
}

runProgram<FastifyCasinoSetup>(async setup => {
  const casino = await openCasino(setup)
  const queue = setup.hasQueue ? await openQueue(setup) : null
  const spin = (order: SpinOrder) => (queue === null ? casino.spin(order) : queue.send(order))
  const app = Fastify()
  const preHandler = async ({ body }: { body: unknown }, reply: FastifyReply) => {
    const refused = await casino.refuse((body as { api_key: string }).api_key)
    if (refused !== null) await reply.code(refused).send({ status: 'error' })
  }
  app.post<{ Body: LaunchBody }>(
    '/playGame.do',
    { schema: { body: LAUNCH }, preHandler },
    async ({ body }) => casino.launch(body.player_id, body.symbol, body.currency),
  )
  app.post<{ Body: { player: number } }>('/spin', { schema: { body: SPIN } }, async ({ body }) =>
    spin({ player: body.player, requestId: randomUUID() }),
  )
  app.post('/gameActions.do', { schema: { body: METHOD }, preHandler }, async (_, reply) => {
    const { status, answer } = setup.otherMethod!
    const headers = { 'cache-control': 'no-store', 'x-ratelimit-limit': `${LIFTED_PER_MINUTE}/min` }
    return reply.code(status).headers(headers).send(answer)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  if (setup.welcomeBytes !== undefined) greetPlayers(app.server, casino, setup.welcomeBytes)
  return { ready: (app.server.address() as { port: number }).port }
})

function greetPlayers(server: Server, { hello }: Casino, bytes: number): void {
  const sockets = new WebSocketServer({ server, path: '/play/socket' })
  const head = { type: 'welcome', game: GAME }
  const padding = ' '.repeat(Math.max(0, bytes - JSON.stringify(head).length))
  sockets.on('connection', socket => {
    socket.on('error', () => socket.terminate())
    const greet = async (message: unknown) => {
      const { token, requestId } = JSON.parse(String(message))
      const play = await hello(token)
      if (play === null) socket.close(4401)
      else socket.send(JSON.stringify({ ...play, ...head, requestId, padding }))
    }
    socket.on('message', message => greet(message).catch(() => socket.terminate()))
  })
}
