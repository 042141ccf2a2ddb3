// Guarantee 14: two projects on one node use the same player ids and external ids and never see
// each other's records. A record of another project is answered like one that does not exist, and
// an unknown partner like a wrong key.

import { createHash } from 'node:crypto'
import t from 'tap'
import { createCredentialsReader } from '../../src/ledger/projects/credentials.ts'
import { authenticate } from '../../src/operator/credentials.ts'
import { createFailedKeys, type FailedKey } from '../../src/operator/failed-keys.ts'
import { BET, GAME, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'
import { watchStatements } from '../support/watched-pool.ts'

const NO_SUCH_ID = '01900000-0000-7000-8000-000000000000'
const PLAYER = { player_id: 'ann' }

const { setup, node } = await openShared(t)
const [mine, theirs] = [setup.project, await setup.newProject('neighbour')]

const as = ({ projectId, apiKey }: typeof mine) => ({ partner: projectId, api_key: apiKey })
async function act(project: typeof mine, method: string, fields: object) {
  const { status, body } = await post(node, '/gameActions.do', {
    ...as(project),
    method,
    ...fields,
  })
  return { status, body }
}
const idOf = ({ body }: Awaited<ReturnType<typeof act>>, of: string, id: string) =>
  String((body[of] as Record<string, unknown>)[id])

const GRANT = {
  ...PLAYER,
  symbol: GAME,
  currency: 'EUR',
  count: 5,
  bet: '0.20',
  external_id: 'x-1',
}
const TARGET = { ...PLAYER, symbol: GAME, multiplier: 5, external_id: 'x-1' }

// A player of the same id in both projects; all other records belong to this project.
const { client } = await setup.openGame(node, PLAYER.player_id)
const roundId = roundOf(await client.spin(BET)).roundId
const grant = await act(mine, 'freespins_create', GRANT)
const outcome = await act(mine, 'outcome_schedule', TARGET)
const ids = {
  grant_id: idOf(grant, 'grant', 'grant_id'),
  outcome_id: idOf(outcome, 'outcome', 'outcome_id'),
  round_id: roundId,
}

/** Methods that name one record, by its id and by the operator's own id. */
const NAMED: [method: string, field: keyof typeof ids, code: string][] = [
  ['freespins_get', 'grant_id', 'GRANT_NOT_FOUND'],
  ['freespins_cancel', 'grant_id', 'GRANT_NOT_FOUND'],
  ['outcome_get', 'outcome_id', 'OUTCOME_NOT_FOUND'],
  ['outcome_cancel', 'outcome_id', 'OUTCOME_NOT_FOUND'],
  ['round_cancel', 'round_id', 'ROUND_NOT_FOUND'],
]

t.test('guarantee 14: another project’s record is answered as one that does not exist', async t => {
  for (const [method, field, code] of NAMED) {
    const foreign = await act(theirs, method, { [field]: ids[field] })
    const unknown = await act(theirs, method, { [field]: NO_SUCH_ID })
    t.strictSame(foreign, unknown, `${method} by id`)
    t.match(foreign, { status: 404, body: { message: code } }, method)
    if (field === 'round_id') continue
    const named = await act(theirs, method, { external_id: 'x-1' })
    t.strictSame(named, unknown, `${method} by external id`)
  }
  const { body } = await act(mine, 'freespins_get', { grant_id: ids.grant_id })
  t.match(body, { grant: { status: 'active', remaining: 5 } }, 'the record is untouched')
})

t.test('guarantee 14: lists and reports hold the project’s own records only', async t => {
  const methods = ['freespins_list', 'outcome_list', 'report_rounds', 'report_reconciliation']
  for (const method of [...methods, 'report_ggr']) {
    const { status, body } = await act(theirs, method, {})
    t.equal(status, 200, method)
    const rows = Object.values(body).filter(Array.isArray).flat()
    const own = method === 'report_ggr' ? rows.filter(row => typeof row === 'object') : rows
    t.strictSame(own, [], `${method} of a project without records`)
    const asked = await act(theirs, method, method === 'report_ggr' ? {} : PLAYER)
    t.notMatch(JSON.stringify(asked.body), new RegExp(Object.values(ids).join('|')), method)
  }
})

t.test('guarantee 14: a project sees its own settings, and ends its own sessions only', async t => {
  const ended = await act(theirs, 'sessions_end', PLAYER)
  t.match(ended, { status: 200, body: { player_id: PLAYER.player_id } })
  t.ok(roundOf(await client.spin(BET)), 'the player of the other project plays on')
  const { body } = await act(theirs, 'project_get', {})
  t.match(body, { project: { project_id: theirs.projectId } })
  for (const secret of [theirs.apiKey, mine.apiKey, mine.projectId]) {
    t.notOk(JSON.stringify(body).includes(secret))
  }
})

t.test('guarantee 14: an external id of one project is free in the other', async t => {
  const both = await act(theirs, 'freespins_create', GRANT)
  t.equal(both.status, 200)
  t.not(idOf(both, 'grant', 'grant_id'), ids.grant_id)
  await act(theirs, 'freespins_cancel', { external_id: 'x-1' })
  const { body } = await act(mine, 'freespins_get', { external_id: 'x-1' })
  t.match(body, { grant: { grant_id: ids.grant_id, status: 'active' } }, 'the two records differ')
})

t.test('guarantee 14: levels and limits of a player id belong to one project', async t => {
  const rtp = (project: typeof mine, fields: object) =>
    post(node, '/playerRtp.do', { ...as(project), ...PLAYER, provider: 'provider_a', ...fields })
  const bounds = { currency: 'EUR', min_minor: '10', max_minor: '500' }
  t.equal((await rtp(mine, { action: 'bet-limit', ...bounds })).status, 200)
  const { body } = await rtp(theirs, { action: 'get' })
  t.match(body, { player: { betLimits: [], journal: [] } })
})

t.test('guarantee 14: an unknown partner and a wrong key are one answer on every path', async t => {
  const wrong = { partner: mine.projectId, api_key: theirs.apiKey }
  const unknown = { partner: 'nobody', api_key: theirs.apiKey }
  for (const path of ['/playGame.do', '/gameActions.do', '/playerRtp.do']) {
    const answers = await Promise.all([wrong, unknown].map(body => post(node, path, body)))
    for (const { headers } of answers) {
      delete headers.date
      delete headers['x-request-id']
    }
    t.strictSame(answers[0], answers[1], path)
    t.match(answers[0], { status: 401, body: { message: 'UNAUTHORIZED' } }, path)
  }
})

t.test(
  'guarantee 14: unknown partner and wrong key take the same steps: one look-up, one comparison, ' +
    'nothing opened',
  async t => {
    const asked: string[] = []
    const reported: FailedKey[] = []
    const steps = {
      failedKeys: createFailedKeys(() => 0),
      onFailedKey: (failed: FailedKey) => void reported.push(failed),
      findKnownCredentials: () => null,
      async findCredentials(projectId: string) {
        asked.push(projectId)
        if (projectId !== 'casino') return null
        return { apiKeySha256: createHash('sha256').update('right').digest(), revision: 1 }
      },
      async findProject(): Promise<never> {
        throw new Error('a project was opened for somebody without its key')
      },
    }
    const callers = [
      { partner: 'casino', api_key: 'wrong' },
      { partner: 'nobody', api_key: 'wrong' },
      { partner: 'NO ID AT ALL', api_key: 'wrong' },
      { api_key: 'wrong' },
      { partner: 'casino' },
      { partner: 7, api_key: { key: 'right' } },
    ]
    const request = { address: '203.0.113.7', requestId: 'request-1' }
    for (const body of callers)
      t.strictSame(await authenticate(steps, body, request), { kind: 'unauthorized' })
    t.equal(asked.length, callers.length)
    t.equal(reported.length, callers.length)
  },
)

t.test('guarantee 14: the ledger gets the same queries for both, for any name', async t => {
  const watched = watchStatements(setup.pool)
  const credentials = createCredentialsReader(watched.pool)
  await credentials.find('nobody')
  const before = watched.statements.length
  for (const name of ['casino', 'nobody', '-', 'never-named-before']) await credentials.find(name)
  const asked = watched.statements.slice(before)
  t.equal(asked.length, 4)
  t.strictSame([...new Set(asked)], ['SELECT epoch FROM credentials_epoch'])
})
