// Every method that takes a `player_id` judges the same ids alike, except where the specification
// allows a method fewer characters: `freespins_create` printable ASCII without spaces,
// `outcome_schedule` printable characters.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { type Answer, act, credentialsOf } from '../support/game-actions.ts'
import { GAME, LOOPBACK, launchBody, post } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { projectId } = await setup.newProject('ids', { allowedNetworks: LOOPBACK })
const project = await setup.changeSettings(
  { rtp: { provider_a: { providerBps: 9_500, personal: true, adaptive: null } } },
  projectId,
)

type Send = (player_id: unknown) => Promise<Answer>
const action =
  (method: string, fields: object = {}): Send =>
  player_id =>
    act(node, project, method, { player_id, ...fields })
const level =
  (name: string, fields: object = {}): Send =>
  player_id =>
    post(node, '/playerRtp.do', { ...credentialsOf(project), action: name, player_id, ...fields })

/** By the name of the request's schema in the API's document. */
const METHODS: Readonly<Record<string, Send>> = {
  PlayGameRequest: player_id => post(node, '/playGame.do', launchBody(project, { player_id })),
  FreespinsCreateRequest: action('freespins_create', {
    ...{ currency: 'EUR', symbol: GAME, count: 1, bet: '0.20' },
  }),
  FreespinsListRequest: action('freespins_list'),
  OutcomeScheduleRequest: action('outcome_schedule', { symbol: 'cherry-classic', multiplier: '2' }),
  OutcomeListRequest: action('outcome_list'),
  SessionsEndRequest: action('sessions_end'),
  ReportRoundsRequest: action('report_rounds'),
  ReportReconciliationRequest: action('report_reconciliation'),
  PlayerRtpGetRequest: level('get'),
  PlayerRtpSetRequest: level('set', { rtp: 95 }),
  PlayerRtpAutoRequest: level('auto'),
  PlayerRtpBetLimitRequest: level('bet-limit', {
    ...{ currency: 'EUR', min_minor: '1', max_minor: '2' },
  }),
}

const ASCII_ONLY = ['FreespinsCreateRequest']
const PRINTABLE_ONLY = [...ASCII_ONLY, 'OutcomeScheduleRequest']
const ALL = Object.keys(METHODS)

/** An id, and the methods that refuse it. */
const IDS: [id: unknown, refusedBy: readonly string[]][] = [
  ['a', []],
  ['x'.repeat(128), []],
  ['!~{}"\\', []],
  ['a b', ASCII_ONLY],
  [' ', ASCII_ONLY],
  ['Жанна', ASCII_ONLY],
  ['e\u0301'.repeat(64), ASCII_ONLY],
  ['😀'.repeat(128), ASCII_ONLY],
  ['tab\there', PRINTABLE_ONLY],
  ['line\nbreak', PRINTABLE_ONLY],
  ['a\u2028b', PRINTABLE_ONLY],
  ['', ALL],
  ['x'.repeat(129), ALL],
  ['e\u0301'.repeat(65), ALL],
  ['😀'.repeat(129), ALL],
  ['a\0', ALL],
  ['a\ud800', ALL],
  [7, ALL],
  [null, ALL],
  [['ann'], ALL],
]

/** The codes for a wrong `player_id`, by path. */
const WRONG = ['INVALID_REQUEST', 'INVALID_PLAYER', 'INVALID_PLAYER_ID']

t.test('every method that takes a player_id is walked', async t => {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8')
  const { schemas } = JSON.parse(text).components as {
    schemas: Record<string, { properties?: object }>
  }
  const taking = Object.entries(schemas)
    .filter(([name, { properties = {} }]) => name.endsWith('Request') && 'player_id' in properties)
    .map(([name]) => name)
  t.strictSame(taking.sort(), [...ALL].sort())
})

for (const [name, send] of Object.entries(METHODS)) {
  t.test(`${name}: every id is judged as by the others`, async t => {
    for (const [id, refusedBy] of IDS) {
      const { status, body } = await send(id)
      const about = JSON.stringify(id)
        .slice(0, 30)
        .replace(/[^ -~]/g, '?')
      if (!refusedBy.includes(name)) t.strictSame([status, body.message], [200, undefined], about)
      else t.ok(status === 400 && WRONG.includes(String(body.message)), `${about}: refused`)
      if (body.message === 'INVALID_REQUEST') t.equal(body.field, 'player_id', about)
    }
  })
}
