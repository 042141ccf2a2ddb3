// The present state of all nodes: each node reports while somebody looks, and the reports are added
// up and pushed.

import t from 'tap'
import { printAdminOpenApi } from '../../src/admin/openapi.ts'
import type { Overview } from '../../src/admin/overview/schema.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { ADMIN_BODY_MAX_BYTES, ADMIN_SIGN_IN_BODY_MAX_BYTES } from '../../src/limits/admin.ts'
import { type AdminCaller, makeAccount, signIn, signInBoth } from '../support/admin.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const { pool, startNode, openGame } = setup
const [first, second] = [await startNode({ lanes: 2 }), await startNode()]
const { viewer } = await signInBoth(pool, first.internalUrl)

async function look(): Promise<Overview> {
  return (await viewer.call('GET', '/overview')).body
}

/** The first view that meets the condition. */
async function lookUntil(what: string, isSo: (view: Overview) => boolean): Promise<Overview> {
  let view = await look()
  await until(what, async () => {
    view = await look()
    return isSo(view)
  })
  return view
}

t.test('the overview shows every node with its lanes, and the stores', async t => {
  const view = await lookUntil('two nodes', ({ nodes }) => nodes.length === 2)
  const names = [first.config.nodeName, second.config.nodeName].sort()
  t.strictSame(view.nodes.map(({ node }) => node).sort(), names)
  const own = view.nodes.find(({ node }) => node === first.config.nodeName)
  t.match(own, { isReady: true, obstacles: [], lanes: [{ isUp: true }, { isUp: true }] })
  t.strictSame(view.stores, [
    { name: 'redis', isUp: true },
    { name: 'postgres', isUp: true },
  ])
})

t.test('a place that moves is shown with its progress, until its copy is dropped', async t => {
  t.strictSame((await look()).moves, [])
  await pool.query(
    `INSERT INTO place_move (move_id, place, to_server, step, origin, target_origin, source_bytes,
       copied_bytes, behind_bytes, began_by)
     VALUES (gen_random_uuid(), 'home', 'big', 'copying', '1', '2', 200, 50, 7, 'owner:ann')`,
  )
  const { moves } = await lookUntil('it is shown', view => view.moves.length > 0)
  t.match(moves, [{ place: 'home', server: 'big', step: 'copying', copiedShare: 0.25 }])
  await pool.query('UPDATE place_move SET into_parts = 4, waiting_players = 5, changed_at = now()')
  const split = await lookUntil('the split is shown', view => view.moves[0]?.parts === 4)
  t.match(split.moves, [{ place: 'home', waitingPlayers: 5, copiedShare: 0.25 }])
  await pool.query(`UPDATE place_move SET step = 'dropped'`)
  await lookUntil('it is not shown', view => view.moves.length === 0)
})

t.test('rounds that are played show as a rate, latencies and wallet calls', async t => {
  await look()
  const { client } = await openGame(second, 'ann')
  // A win waits for the player's decision, so the round lasts as long as the player takes.
  for (let round = roundOf(await client.spin(BET)); round.status === 'awaiting'; ) {
    await client.collect(round.roundId)
    round = roundOf(await client.spin(BET))
  }
  const view = await lookUntil('a round that was seen', seen => {
    return seen.roundsPerSecond > 0 && seen.outcome !== null && seen.settle !== null
  })
  t.ok(view.outcome!.p99 >= view.outcome!.p50)
  const wallet = view.wallets.find(({ projectId }) => ['casino', 'other'].includes(projectId))
  t.match(wallet, { failedShare: 0 })
  t.ok(wallet!.callsPerSecond > 0)
})

t.test('a look at the overview changes nothing that the metrics show', async t => {
  const delays = async () => {
    const lines = (await (await fetch(`${first.internalUrl}/metrics`)).text()).split('\n')
    return lines.filter(line => line.startsWith('reelhouse_event_loop_busy_seconds_total'))
  }
  await delays()
  await look()
  t.ok((await delays()).length >= 3)
})

t.test('the overview is pushed for as long as it is read', async t => {
  const reader = new AbortController()
  const answer = await fetch(`${first.internalUrl}/admin/api/overview/live`, {
    headers: { cookie: viewer.cookie },
    signal: reader.signal,
  })
  t.equal(answer.headers.get('content-type'), 'text/event-stream')
  const events = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  for (let time = 0; time < 2; time++) {
    const { value } = await events.next()
    t.match(JSON.parse(String(value).replace(/^data: /, '')), { nodes: [{}] })
  }
  reader.abort()
})

t.test('an account that is signed out gets no more pushes', async t => {
  await makeAccount(pool, 'watcher', 'viewer')
  const watcher = await signIn(first.internalUrl, 'watcher')
  const headers = { cookie: watcher.cookie }
  const answer = await fetch(`${first.internalUrl}/admin/api/overview/live`, { headers })
  const events = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  t.notOk((await events.next()).done)
  await watcher.call('POST', '/sign-out', {})
  let isOver = false
  await until('the stream has ended', async () => {
    isOver = (await events.next()).done === true
    return isOver
  })
  t.ok(isOver)
})

t.test('a body that is too large is refused, after any sign-in check', async t => {
  const refused = async (caller: AdminCaller, path: string, bytes: number) => {
    const { status, body } = await caller.call('POST', path, { name: 'x'.repeat(bytes) })
    return [status, body.reason]
  }
  const tooLarge = [400, 'The request is too large.']
  t.strictSame(await refused(viewer, '/account/password', ADMIN_BODY_MAX_BYTES), tooLarge)
  t.strictSame(await refused(viewer, '/sign-in', ADMIN_SIGN_IN_BODY_MAX_BYTES), tooLarge)
  const [, reason] = await refused(viewer, '/account/password', ADMIN_SIGN_IN_BODY_MAX_BYTES)
  t.match(reason, '"name" means nothing here.')
})

t.test('the document of the routes is served', async t => {
  const served = await viewer.call('GET', '/openapi.json')
  t.strictSame(served.body, JSON.parse(printAdminOpenApi(ADMIN_ROUTES)))
})
