// Guarantee 18 as one table: each queue and body of a node gets one more than its bound; the test
// checks what the caller is answered and that nothing was started. Bounds inside one part are
// tested with that part.

import t from 'tap'
import { Pool } from 'undici'
import { answer, sendJson } from '../../src/edge/http.ts'
import { HTTP_BODY_MAX_BYTES } from '../../src/edge/operator.ts'
import { BatchFull, createBatch } from '../../src/ledger/database/batch.ts'
import { LEDGER_BATCH_ROWS, LEDGER_QUEUE_ROWS } from '../../src/ledger/rounds/round-writer.ts'
import {
  HTTP_REQUESTS_IN_FLIGHT,
  IDEMPOTENCY_KEY_MAX_CHARS,
  MAILBOX_COMMANDS,
  PLAY_COMMANDS_PER_SOCKET,
  PLAY_MESSAGE_MAX_BYTES,
} from '../../src/limits.ts'
import { startEdge } from '../support/edge-server.ts'
import { BET, launchBody, post } from '../support/operator-setup.ts'
import { newRequestId, type PlayClient } from '../support/play-client.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet, pool, project } = setup

/** Everything that would exist if something had been started. */
async function everything() {
  const { rows } = await pool.query<{ rounds: number; sessions: number; answers: number }>(
    `SELECT (SELECT count(*)::int FROM round WHERE project_id = $1) AS rounds,
       (SELECT count(*)::int FROM session JOIN player USING (player_key) WHERE project_id = $1)
         AS sessions,
       (SELECT count(*)::int FROM idempotency WHERE project_id = $1) AS answers`,
    [project.projectId],
  )
  return { ...rows[0], calls: wallet.calls.length }
}

interface Refusal {
  bound: string
  limit: number
  /** Sends one more than there is room for, and resolves with the caller's answer. */
  send(): Promise<unknown>
  refusal: unknown
}

const launch = (fields: object, headers = {}) =>
  post(node, '/playGame.do', launchBody(project, fields), headers)

const { client } = await setup.openGame(node, 'sends-much')

const BODIES: Refusal[] = [
  {
    bound: 'HTTP body, bytes',
    limit: HTTP_BODY_MAX_BYTES,
    send: () => launch({ lang: 'x'.repeat(HTTP_BODY_MAX_BYTES) }),
    refusal: { status: 400, body: { status: 'error', message: 'INVALID_REQUEST' } },
  },
  {
    bound: 'Idempotency-Key, characters',
    limit: IDEMPOTENCY_KEY_MAX_CHARS,
    send: () => launch({}, { 'idempotency-key': 'k'.repeat(IDEMPOTENCY_KEY_MAX_CHARS + 1) }),
    refusal: { status: 400, body: { message: 'INVALID_IDEMPOTENCY_KEY' } },
  },
  {
    bound: 'play message, bytes',
    limit: PLAY_MESSAGE_MAX_BYTES,
    async send() {
      const spin = JSON.stringify({ type: 'spin', requestId: 'large', bet: BET, mode: 'base' })
      client.sendText(spin.padEnd(PLAY_MESSAGE_MAX_BYTES + 1))
      await client.closed
      return { closed: true }
    },
    refusal: { closed: true },
  },
]

for (const { bound, limit, send, refusal } of BODIES) {
  t.test(`guarantee 18: ${bound}: past ${limit} it is refused, and nothing is started`, async t => {
    const before = await everything()
    t.match(await send(), refusal)
    t.strictSame(await everything(), before)
  })
}

/**
 * Spins while the wallet holds the first bet; returns separately those that were refused at once.
 */
async function flood(clients: readonly PlayClient[], playerId: string, spins: number) {
  const bet = wallet.hold({ method: 'bet', playerId })
  const refused = new Map<string, string>()
  const answers = Array.from({ length: spins }, async (_, n) => {
    const requestId = newRequestId()
    const answer = await clients[n % clients.length]!.spin(BET, requestId)
    if (answer.type === 'error' && answer.code !== 'ROUND_OPEN') refused.set(requestId, answer.code)
  })
  await bet.arrived
  bet.open()
  await Promise.all(answers)
  const { rows } = await pool.query('SELECT 1 FROM round WHERE request_id = ANY($1)', [
    [...refused.keys()],
  ])
  return { refused: [...refused.values()], started: rows.length }
}

t.test(
  `guarantee 18: commands of a socket: past ${PLAY_COMMANDS_PER_SOCKET} it is BUSY`,
  async t => {
    const opened = await setup.openGame(node, 'one-socket')
    const { refused, started } = await flood(
      [opened.client],
      'one-socket',
      PLAY_COMMANDS_PER_SOCKET + 3,
    )
    t.strictSame(refused, ['BUSY', 'BUSY', 'BUSY'])
    t.equal(started, 0)
  },
)

t.test(`guarantee 18: commands of a player: past ${MAILBOX_COMMANDS} it is BUSY`, async t => {
  const opened = await setup.openGame(node, 'many-sockets')
  const clients = [opened.client]
  for (let n = 1; n < 4; n++) clients.push(await setup.openAgain(node, opened.link))
  const { refused, started } = await flood(clients, 'many-sockets', MAILBOX_COMMANDS + 3)
  t.strictSame(refused, ['BUSY', 'BUSY', 'BUSY'])
  t.equal(started, 0)
})

t.test(`guarantee 18: HTTP requests: past ${HTTP_REQUESTS_IN_FLIGHT} it is 503`, async t => {
  const [gate, full] = [createGate(), createGate()]
  let begun = 0
  const held = await startEdge(t, app => {
    app.get('/held', res =>
      answer(
        res,
        async () => {
          if (++begun === HTTP_REQUESTS_IN_FLIGHT) full.open()
          await gate.pass()
          sendJson(res, 200, '{}')
        },
        () => {},
      ),
    )
  })
  const http = new Pool(held, { connections: HTTP_REQUESTS_IN_FLIGHT + 1, pipelining: 1 })
  t.teardown(() => http.close())
  const ask = async () => {
    const got = await http.request({ path: '/held', method: 'GET' })
    return {
      status: got.statusCode,
      retryAfter: got.headers['retry-after'],
      text: await got.body.text(),
    }
  }
  const all = Array.from({ length: HTTP_REQUESTS_IN_FLIGHT }, ask)
  await full.pass()
  t.match(await ask(), { status: 503, retryAfter: '1', text: /REQUEST_FAILED/ })
  t.equal(begun, HTTP_REQUESTS_IN_FLIGHT, 'its work has not begun')
  gate.open()
  t.ok((await Promise.all(all)).every(({ status }) => status === 200))
  t.match(await ask(), { status: 200 }, 'there is room again')
})

t.test(`guarantee 18: rows for the ledger: past ${LEDGER_QUEUE_ROWS} it is refused`, async t => {
  const written: number[] = []
  const gate = createGate()
  const limits = { rows: LEDGER_BATCH_ROWS, queue: LEDGER_QUEUE_ROWS }
  const batch = createBatch<number, number>({
    async write(rows) {
      await gate.pass()
      written.push(...rows)
      return rows
    },
    limits,
    isOneRows: () => false,
    onWrite() {},
  })
  const added = Array.from({ length: LEDGER_QUEUE_ROWS }, (_, n) => batch.add(n))
  await t.rejects(batch.add(-1), BatchFull)
  gate.open()
  await Promise.all(added)
  t.equal(written.length, LEDGER_QUEUE_ROWS)
  t.notOk(written.includes(-1), 'it was never written')
})
