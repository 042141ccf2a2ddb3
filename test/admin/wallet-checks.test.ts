// Runs of the wallet kit that owners begin in the panel: of good and broken wallets, one at a time,
// followed, stopped and interrupted; what of them is kept, and what no report shows.

import t, { type Test } from 'tap'
import { createWalletCheckRuns } from '../../src/admin/wallet-checks/runs.ts'
import type { WalletCheckReport, WalletCheckRow } from '../../src/admin/wallet-checks/schema.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { findProject } from '../../src/ledger/projects/projects.ts'
import { WALLET_CHECK_BODIES_MAX_CHARS, WALLET_CHECKS_KEPT } from '../../src/limits/admin.ts'
import { createWalletClient } from '../../src/wallet/client.ts'
import { SIGNATURE_HEADER } from '../../src/wallet/signature.ts'
import { type MockWalletOptions, startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { type AdminCaller, confirming, createCaller, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { startBrokenWallet } from '../support/broken-wallets.ts'
import { LOOPBACK, openSetup } from '../support/operator-setup.ts'
import { pluck } from '../support/results.ts'
import { untilFound } from '../support/until.ts'
import { says, startWalletServer } from '../support/wallet-server.ts'

const setup = await openSetup(t)
const { pool, masterKey } = setup
const node = await setup.startNode({ trustedProxies: LOOPBACK })
/** Calls wallets on public addresses only. */
const strict = await setup.startNode({ trustedProxies: LOOPBACK, allowLoopbackWallets: false })
const { owner: signedIn, viewer, signedOut } = await signInBoth(pool, node.internalUrl)
const owner = confirming(signedIn)
const there = confirming(createCaller(strict.internalUrl, signedIn.cookie))
const EUR = { currency: 'EUR' }

/** @param start returns the address of the project's wallet */
async function make(name: string, start: (apiKey: string) => Promise<string>) {
  const { projectId, apiKey } = await setup.newProject(name)
  await setup.change({ callbackUrl: await start(apiKey) }, projectId)
  return { projectId, apiKey, path: `/projects/${projectId}/wallet-checks` }
}

const startGood =
  (t: Test, more: MockWalletOptions = {}) =>
  async (apiKey: string) => {
    const wallet = await startMockWallet({ apiKey, ...more })
    t.teardown(wallet.close)
    return wallet.url
  }

/** Its run takes minutes. */
const startSlow = (t: Test) => startGood(t, { chooseFault: () => ({ delayMs: 1_000 }) })

async function begin(path: string, caller: AdminCaller = owner): Promise<string> {
  const answer = await caller.call('POST', path, EUR)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.checkId
}

const read = async (path: string, checkId: string): Promise<WalletCheckReport> =>
  (await viewer.call('GET', `${path}/${checkId}`)).body

const untilEnded = (path: string, checkId: string) =>
  untilFound('the run has ended', async () => {
    const report = await read(path, checkId)
    return report.outcome === null ? null : report
  })

async function stop(path: string, checkId: string): Promise<WalletCheckReport> {
  const answer = await there.call('POST', `${path}/${checkId}/stop`)
  if (answer.status !== 200) throw new Error(answer.text)
  return untilEnded(path, checkId)
}

/** Every event of a run, from a node that does not make it. */
async function follow(path: string, checkId: string): Promise<WalletCheckReport[]> {
  const url = `${strict.internalUrl}/admin/api${path}/${checkId}/live`
  const answer = await fetch(url, { headers: { cookie: viewer.cookie } })
  const events = (await answer.text()).split('\n\n').filter(event => event.startsWith('data: '))
  return events.map(event => JSON.parse(event.slice('data: '.length)))
}

const named = ({ checks }: WalletCheckReport, wanted: string) =>
  checks.filter(({ outcome }) => outcome === wanted).map(({ name }) => name)

/** The beginning of an answer. */
const LONG = `{"padding":"${'x'.repeat(3_000)}",`

/** A good wallet with long answers, which sends its key to callers with another one. */
async function startTalkative(t: Test, apiKey: string, signingKey: string): Promise<string> {
  const good = await startGood(t, { signingKeys: [signingKey] })(apiKey)
  const server = await startWalletServer((response, request, received) => {
    const answer = (text: string, status: number) => says(text, status)(response, request, received)
    const { path, body } = received
    if (JSON.parse(body).api_key !== apiKey) {
      return answer(JSON.stringify({ status: 'error', message: `the key is ${apiKey}` }), 401)
    }
    const signature = request.headers[SIGNATURE_HEADER]
    const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: `${signature}` }
    fetch(`${good}${path}`, { method: 'POST', body, headers })
      .then(async heard => answer((await heard.text()).replace('{', LONG), heard.status))
      .catch(() => response.destroy())
  })
  t.teardown(server.close)
  return server.url
}

t.test('a good wallet passes, and a broken one fails the checks of its mistake', async t => {
  const revision = (await setup.newProject('good')).revision
  const signing = await owner.call('POST', '/projects/good/signing', { step: 'start', revision })
  const { apiKey } = (await findProject(pool, masterKey, 'good'))!
  const callbackUrl = await startTalkative(t, apiKey, signing.body.signingKey)
  await setup.change({ callbackUrl }, 'good')
  const good = '/projects/good/wallet-checks'
  const broken = await make('broken', key =>
    startBrokenWallet(t, ['wins are credited each time'], 0, Date.now, key),
  )
  const [first, second] = [await begin(good), await begin(broken.path)]
  const third = await owner.call('POST', '/projects/casino/wallet-checks', EUR)
  t.equal(codeOf(third), '503 UNAVAILABLE', 'a node makes two runs at a time')
  t.equal(third.headers['retry-after'], '10')
  const events = await follow(good, first)
  const passed = await untilEnded(good, first)
  const failed = await untilEnded(broken.path, second)

  t.match(passed, { outcome: 'passed', startedBy: 'owner:olga', currency: 'EUR', callbackUrl })
  t.match(passed.playerId, /^wallet-check-/)
  t.equal(named(passed, 'passed').length, passed.planned)
  t.equal(passed.checks.at(-1)!.name, 'wrong-signature', 'the calls are signed')
  t.ok(passed.calls.every(call => passed.checks.some(({ name }) => name === call.check)))
  t.match(passed.calls[0], { check: 'session-info', method: 'session_info', code: 'OK' })

  const calls = events.flatMap(event => event.calls)
  t.strictSame(calls, passed.calls, 'each call is pushed once')
  t.ok(events.length > 1)
  t.ok(events.some(({ checks }) => checks.at(-1)?.outcome === 'running'))
  t.equal(events.at(-1)!.outcome, 'passed')

  const shown = (await viewer.call('GET', `${good}/${first}`)).text
  t.match(shown, /the key is \*\*\*/)
  t.match(shown, /\\"api_key\\":\\"\*\*\*\\"/)
  t.notOk(shown.includes(apiKey.slice(0, -1)), 'neither the key nor a forged one')
  const bodies = passed.calls.flatMap(call => [call.requestBody ?? '', call.answerBody ?? ''])
  t.ok(bodies.join('').length <= WALLET_CHECK_BODIES_MAX_CHARS)
  t.match(passed.calls.at(-1), { requestBody: null, answerBody: null }, 'the report is full')

  t.equal(failed.outcome, 'failed')
  t.strictSame(named(failed, 'failed'), ['win-repeated', 'free-spin-win'])
  const found = failed.checks.find(({ name }) => name === 'win-repeated')!.failure
  t.match(found, { sent: /win of 2\.50/, expected: /balance/, got: /balance/, fix: /record/ })
  const { rows } = (await viewer.call('GET', broken.path)).body
  t.match(rows, [{ checkId: second, outcome: 'failed', failed: 2, callCount: failed.calls.length }])
})

t.test('a project has one run at a time, which an owner stops on any node', async t => {
  const { projectId, path } = await make('slow', startSlow(t))
  const checkId = await begin(path)
  for (const caller of [owner, there]) {
    t.equal(codeOf(await caller.call('POST', path, EUR)), '409 WALLET_CHECK_RUNNING')
  }
  const stopped = await stop(path, checkId)
  t.match(stopped, { outcome: 'stopped', isStopAsked: true })
  t.ok(stopped.checks.length < stopped.planned)
  t.strictSame(named(stopped, 'running'), [])
  const again = await owner.call('POST', `${path}/${checkId}/stop`)
  t.equal(codeOf(again), '404 NOT_FOUND', 'it has ended')
  const records = await readAudit(pool, { limit: 9, subject: projectId })
  const { playerId } = stopped
  const by = { actor: 'owner:olga', origin: /^admin panel, / }
  t.match(records.slice(0, 2), [
    { ...by, action: 'wallet-check.stop-asked', after: { checkId } },
    { ...by, action: 'wallet-check.started', after: { checkId, playerId, currency: 'EUR' } },
  ])
  const next = await begin(path)
  t.equal((await stop(path, next)).outcome, 'stopped', 'another run can begin')
})

t.test('a run is read and stopped only under the project that it is of', async t => {
  const { path } = await make('mine', startSlow(t))
  const checkId = await begin(path)
  const others = '/projects/casino/wallet-checks'
  t.strictSame((await viewer.call('GET', others)).body.rows, [])
  for (const at of [`${others}/${checkId}`, `${others}/${checkId}/live`, `${path}/none`]) {
    t.equal(codeOf(await viewer.call('GET', at)), '404 NOT_FOUND', at)
  }
  t.equal(codeOf(await owner.call('POST', `${others}/${checkId}/stop`)), '404 NOT_FOUND')
  for (const at of [path, `${path}/${checkId}/stop`]) {
    t.equal(codeOf(await viewer.call('POST', at, EUR)), '403 FORBIDDEN')
    t.equal(codeOf(await signedOut.call('POST', at, EUR)), '401 UNAUTHENTICATED')
  }
  t.equal((await read(path, checkId)).isStopAsked, false)
  await stop(path, checkId)
})

t.test('a refused run leaves no trace', async t => {
  const { projectId, path } = await make('refused', startGood(t))
  const own = await owner.call('POST', path, { ...EUR, playerId: 'ann' })
  t.equal(codeOf(own), '400 INVALID_REQUEST', 'only a player whose name was made for a run')
  t.equal(own.body.field, 'playerId')
  const unconfirm = 'UPDATE project SET callback_confirmed = NULL WHERE project_id = $1'
  await pool.query(unconfirm, [projectId])
  t.equal(codeOf(await owner.call('POST', path, EUR)), '409 CALLBACK_NOT_CONFIRMED')
  const none = '/projects/none/wallet-checks'
  t.equal(codeOf(await owner.call('POST', none, EUR)), '404 UNKNOWN_PROJECT')
  t.equal(codeOf(await viewer.call('GET', none)), '404 UNKNOWN_PROJECT')
  t.strictSame((await viewer.call('GET', path)).body.rows, [])
  const started = { action: 'wallet-check.started', subject: projectId } as const
  t.strictSame(await readAudit(pool, { limit: 9, ...started }), [])
})

t.test('a run calls no address that play does not call', async t => {
  const server = await startWalletServer(says('{}'))
  t.teardown(server.close)
  const { path } = await make('guarded', async () => server.url)
  const report = await untilEnded(path, await begin(path, there))
  t.equal(report.outcome, 'failed')
  t.strictSame([...new Set(pluck(report.calls, 'code'))], ['ADDRESS_REFUSED'])
  t.strictSame(server.received, [])
})

t.test('the last runs of a project are kept; a run whose node ended blocks none', async t => {
  const { projectId, path } = await make('kept', startSlow(t))
  await pool.query(
    `INSERT INTO wallet_check (check_id, project_id, started_by, ended_at, outcome, saved_at, node,
       callback_url, player_id, currency, planned)
     SELECT first_round_id(now() - n * interval '1 hour'), $1, 'owner:olga',
       CASE WHEN n > 1 THEN now() END, CASE WHEN n > 1 THEN 'passed' END,
       now() - interval '1 hour', 'gone', '', '', 'EUR', 1
     FROM generate_series(1, $2) n`,
    [projectId, WALLET_CHECKS_KEPT],
  )
  const list = async (): Promise<WalletCheckRow[]> => (await viewer.call('GET', path)).body.rows
  t.match((await list())[0], { outcome: 'interrupted', node: 'gone' })
  const checkId = await begin(path)
  await stop(path, checkId)
  const outcomes = pluck(await list(), 'outcome')
  const others = Array(WALLET_CHECKS_KEPT - 2).fill('passed')
  t.strictSame(outcomes, ['stopped', 'interrupted', ...others])
  const stored = 'SELECT FROM wallet_check WHERE project_id = $1'
  t.equal((await pool.query(stored, [projectId])).rowCount, WALLET_CHECKS_KEPT)
})

t.test('a run that takes too long is ended', async t => {
  const { projectId, path } = await make('late', startSlow(t))
  const runs = createWalletCheckRuns({
    nowMs: Date.now,
    pool,
    node: 'a test',
    openClient: onCall =>
      createWalletClient({ allowLoopbackWallets: true, builtInWalletUrl: null, onCall }),
    onFault: error => t.fail(`${error}`),
    deadlineMs: 100,
  })
  const project = (await findProject(pool, masterKey, projectId))!
  const by = { actor: 'owner:test', origin: 'a test' }
  const wanted = { playerId: 'wallet-check-0', currency: 'EUR' } as const
  const begun = await runs.begin(project, wanted, by)
  if (begun.kind !== 'begun') throw new Error(begun.kind)
  t.equal((await untilEnded(path, begun.checkId)).outcome, 'late')
  await runs.close()
  t.strictSame(await runs.begin(project, wanted, by), { kind: 'full' }, 'a closed node begins none')
})

t.test('a node that ends interrupts its runs', async t => {
  const { projectId, path } = await make('drained', startSlow(t))
  await begin(path)
  await node.drain()
  const { rows } = await pool.query('SELECT outcome FROM wallet_check WHERE project_id = $1', [
    projectId,
  ])
  t.strictSame(rows, [{ outcome: 'interrupted' }])
})
