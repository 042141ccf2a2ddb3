// A peer of the authenticated POST: Fastify with a schema, the key compared with its hash in
// Postgres, so that a revoked key is refused at once on every node, and the quota counted in Redis,
// which all nodes share.

import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import { Redis } from 'ioredis'
import pg from 'pg'
import { runProgram } from '../program.ts'

export interface FastifyPostSetup {
  redisUrl: string
  redisPrefix: string
  databaseUrl: string
  connections: number
  apiKey: string
  perMinute: number
  /** The answer to the call. */
  status: number
  answer: object
}

const SCHEMA = {
  body: {
    type: 'object',
    required: ['partner', 'api_key', 'method'],
    properties: {
      partner: { type: 'string', maxLength: 64 },
      api_key: { type: 'string', maxLength: 128 },
      method: { type: 'string', maxLength: 64 },
    },
  },
}

const TABLE = `CREATE TABLE IF NOT EXISTS peer_operator (id text PRIMARY KEY, key_sha256 bytea NOT NULL)`
const FIND = {
  name: 'find-operator',
  text: 'SELECT key_sha256 FROM peer_operator WHERE id = $1',
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

runProgram<FastifyPostSetup>(async setup => {
  const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: setup.connections })
  const redis = new Redis(setup.redisUrl, { keyPrefix: setup.redisPrefix })
  await pool.query(TABLE)
  await pool.query(
    `INSERT INTO peer_operator VALUES ('bench', $1) ON CONFLICT (id) DO UPDATE SET key_sha256 = $1`,
    [sha256(setup.apiKey)],
  )
  const app = Fastify()
  app.post<{ Body: { partner: string; api_key: string; method: string } }>(
    '/gameActions.do',
    { schema: SCHEMA },
    async ({ body }, reply) => {
      const { rows } = await pool.query<{ key_sha256: Buffer }>({ ...FIND, values: ['bench'] })
      const isRight = timingSafeEqual(sha256(body.api_key), rows[0]!.key_sha256)
      if (!isRight) return reply.code(401).send({ status: 'error', message: 'UNAUTHORIZED' })
      const minute = Math.floor(Date.now() / 60_000)
      const [[, calls]] = (await redis
        .multi()
        .incr(`quota:${minute}`)
        .expire(`quota:${minute}`, 120)
        .exec()) as [[null, number], unknown]
      if (calls > setup.perMinute) return reply.code(429).send({ status: 'error' })
      return reply
        .code(setup.status)
        .headers({ 'cache-control': 'no-store', 'x-ratelimit-limit': `${setup.perMinute}/min` })
        .send(setup.answer)
    },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { ready: (app.server.address() as { port: number }).port }
})
