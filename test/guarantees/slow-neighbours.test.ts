// Guarantee 16 on a whole node with one lane: an operator's wallet holds every call of hundreds of
// its players, or the first of a launch that is repeated thousands of times, and another operator's
// players are not slowed.

import t from 'tap'
import { ALL_NODES, changeNodeSetting } from '../../src/ledger/nodes/node-settings.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { HTTP_REQUESTS_IN_FLIGHT } from '../../src/limits.ts'
import { playOut } from '../support/operator-calls.ts'
import { BET, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { connectPlayer, newRequestId, type PlayClient } from '../support/play-client.ts'
import { createGate, OPENING, startScriptedWallet } from '../support/scripted-wallet.ts'
import { sized } from '../support/size.ts'
import { until } from '../support/until.ts'

/** Hundreds of players in npm run prove. */
const WAVE = sized(8, 64)
/** Twice the spins that one lane has under way for an operator. */
const WAVES = 16
const SPINS = (WAVES / 2) * WAVE
const BY = { actor: 'owner:test', origin: 'test' }

const setup = await openSetup(t)
const { pool } = setup
const spins = { node: ALL_NODES, name: 'spins-per-project', value: `${SPINS}` } as const
await changeNodeSetting(pool, spins, BY)
const node = await setup.startNode({ lanes: 1 })

const slowWallet = await startScriptedWallet(t)
const slow = await setup.newProject('slow', { callbackUrl: slowWallet.url })

async function openGame(project: Project, playerId: string): Promise<PlayClient> {
  const { body } = await post(node, '/playGame.do', launchBody(project, { player_id: playerId }))
  const client = await connectPlayer(t, node.baseUrl, String(body.link))
  const welcome = await client.hello()
  if (welcome.type !== 'welcome') throw new Error(`no welcome: ${JSON.stringify(welcome)}`)
  return client
}

/** Opened in ten rows, one after another: this is not the load that is tested. */
async function openAll(project: Project, count: number): Promise<PlayClient[]> {
  const clients: PlayClient[] = []
  const names = Array.from({ length: count }, (_, n) => `player-${n}`)
  async function openInTurn(): Promise<void> {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      clients.push(await openGame(project, name))
    }
  }
  await Promise.all(Array.from({ length: 10 }, openInTurn))
  return clients
}

t.test('guarantee 16: a wallet that hangs slows only its own operator’s players', async t => {
  const fast = await Promise.all([1, 2, 3, 4].map(n => openGame(setup.project, `fast-${n}`)))
  const held = await openAll(slow, WAVE * WAVES)
  const gate = createGate()
  const heldFrom = slowWallet.calls.length
  for (const method of ['bet', 'win', 'round_info', 'session_info'] as const) {
    slowWallet.rule({ method, before: gate.pass, times: 1_000_000 })
  }

  const refused: string[] = []
  const asking: Promise<unknown>[] = []
  let isOver = false
  const played = fast.map(async client => {
    do t.match(await playOut(client, { bet: BET }), { status: 'settled' })
    while (!isOver)
  })
  /** One after another: each starts once the rounds before it wait for the wallet. */
  for (let asked = 0; asked < held.length && refused.length === 0; asked += WAVE) {
    for (const client of held.slice(asked, asked + WAVE)) {
      const requestId = newRequestId()
      const answered = client.spin(BET, requestId).then(answer => {
        if (answer.type === 'round') return
        t.match(answer, { code: /^(WALLET_BUSY|BUSY)$/, retry: true })
        refused.push(requestId)
      })
      asking.push(answered)
    }
    await roundsAreOpen(asked + WAVE, refused)
  }
  isOver = true
  await Promise.all(played)
  t.ok(refused.length > 0, 'past the bound of calls the operator’s own players are refused')
  const callsHeld = slowWallet.calls.slice(heldFrom)
  t.ok(callsHeld.length > 0)
  t.ok(
    callsHeld.every(call => call.answeredAt === null),
    'the wallet held every one',
  )
  const { rows } = await pool.query('SELECT 1 FROM round WHERE request_id = ANY($1)', [refused])
  t.strictSame(rows, [], 'nothing was started for those that were refused')

  slowWallet.behave()
  gate.open()
  await Promise.all(asking)
  await roundsAreOver()
  await checkSlowBooks(t)
})

function roundsAreOpen(asked: number, refused: readonly string[]): Promise<void> {
  const count = `SELECT count(*)::int AS rounds FROM round WHERE project_id = 'slow'`
  return until('rounds are open', async () => {
    const { rows } = await pool.query<{ rounds: number }>(count)
    return rows[0]!.rounds + refused.length >= asked
  })
}

/** The rounds that were held continue without a further command. */
function roundsAreOver(): Promise<void> {
  const open = `SELECT FROM round WHERE project_id = 'slow'
    AND (state IN ('debit_pending', 'credit_pending') OR state = 'in_progress' AND NOT awaiting)
    LIMIT 1`
  return until('rounds are over', async () => (await pool.query(open)).rowCount === 0)
}

async function checkSlowBooks(t: Pick<typeof import('tap').t, 'equal' | 'ok'>): Promise<void> {
  const { rows } = await pool.query<{
    player_id: string
    state: string
    stake: string
    win: string
  }>(
    `SELECT player_id, state, stake_minor AS stake, win_minor AS win
     FROM round JOIN player USING (player_key) WHERE round.project_id = 'slow'`,
  )
  t.ok(rows.length > 0)
  for (const { player_id, state, stake, win } of rows) {
    const paid = state === 'settled' ? BigInt(win) : 0n
    t.equal(slowWallet.balance(player_id), OPENING - BigInt(stake) + paid, player_id)
  }
}

t.test(
  'guarantee 16: a launch repeated without end slows no other operator’s launches',
  async t => {
    const holding = await startScriptedWallet(t)
    await setup.newProject('repeats', { callbackUrl: holding.url })
    // All the repeats are within its quota.
    const calls = { callsPerMinute: { launch: 100_000 } }
    const repeating = await setup.changeSettings(calls, 'repeats')
    const held = holding.hold({ method: 'session_info' })
    const repeats = HTTP_REQUESTS_IN_FLIGHT + 200
    const answers = Array.from({ length: repeats }, () =>
      post(node, '/playGame.do', launchBody(repeating), { 'idempotency-key': 'again' }),
    )
    await held.arrived
    for (let n = 0; n < 20; n++) {
      const fast = launchBody(setup.project, { player_id: `launches-${n}` })
      t.equal((await post(node, '/playGame.do', fast)).status, 200)
    }
    held.open()
    const answered = await Promise.all(answers)
    const refused = answered.filter(({ status }) => status === 429)
    t.ok(refused.length > 0, 'past the bound the answer asks to retry later')
    for (const { headers, body } of refused) {
      t.match([headers, body], [{ 'retry-after': '1' }, { message: 'RATE_LIMITED' }])
    }
    t.equal(holding.calls.length, 1, 'its wallet was called once')
  },
)
