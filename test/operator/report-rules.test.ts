// A report's request, parsed without a store: the period and its bounds, the filters, the page and
// its cursor, and the code of each field.

import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { splits } from '../../src/ledger/reports/report-period.ts'
import { writeCursor } from '../../src/operator/reports/page-cursor.ts'
import {
  readGgrRequest,
  readReconciliationRequest,
  readRoundsRequest,
} from '../../src/operator/reports/rules.ts'
import type { Read } from '../../src/operator/request.ts'
import { expectOk } from '../support/results.ts'

const CURSOR_KEY = new Uint8Array(32).fill(7)
const SCOPE = { cursorKey: CURSOR_KEY, projectId: 'acme' }
const NOW_MS = Date.parse('2026-05-20T10:00:00.000Z')
const WHO = { partner: 'acme', api_key: 'x' }
const ROUND_ID = '0196B000-0000-7000-8000-00000000000A'

type Fields = Readonly<Record<string, unknown>>

const rounds = (fields: Fields = {}) =>
  readRoundsRequest({ ...WHO, method: 'report_rounds', ...fields }, SCOPE)
const players = (fields: Fields = {}, scope = SCOPE) =>
  readReconciliationRequest({ ...WHO, method: 'report_reconciliation', ...fields }, scope)
const ggr = (fields: Fields = {}) =>
  readGgrRequest({ ...WHO, method: 'report_ggr', ...fields }, 'acme', NOW_MS)

function codeOf(read: Read<unknown>): string | null {
  return read.ok ? null : read.code
}

const questionOf = (read: Read<{ question: string }>) => expectOk(read).value.question

t.test('a report of rounds without filters asks for the newest hundred', async t => {
  t.strictSame(expectOk(rounds()).value.query, {
    projectId: 'acme',
    fromMs: null,
    toMs: null,
    playerId: null,
    gameId: null,
    currency: null,
    roundId: null,
    state: null,
    after: null,
    limit: 100,
  })
})

t.test('a report of rounds takes over every filter', async t => {
  const filters = {
    player_id: 'ann',
    symbol: 'lucky-lanterns',
    currency: 'EUR',
    round_id: ROUND_ID,
    state: 'pending',
    from: '2026-05-01',
    to: '2026-05-02T00:00:00.001Z',
  }
  const asked = questionOf(rounds(filters))
  const cursor = writeCursor(CURSOR_KEY, asked, ['2026-05-01 00:00:00+00', 'r1'])
  const { question, query } = expectOk(rounds({ ...filters, limit: 7, cursor })).value
  t.equal(question, asked)
  t.strictSame(query, {
    projectId: 'acme',
    fromMs: Date.parse('2026-05-01T00:00:00Z'),
    toMs: Date.parse('2026-05-02T00:00:00.001Z'),
    playerId: 'ann',
    gameId: 'lucky-lanterns',
    currency: 'EUR',
    roundId: ROUND_ID.toLowerCase(),
    state: 'pending',
    after: { createdAt: '2026-05-01 00:00:00+00', roundId: 'r1' },
    limit: 7,
  })
})

t.test('a reconciliation asks for two hundred players, or for its own number', async t => {
  t.strictSame(expectOk(players()).value.query, {
    projectId: 'acme',
    fromMs: null,
    toMs: null,
    playerId: null,
    currency: null,
    after: null,
    limit: 200,
  })
  const filters = { player_id: 'ann', currency: 'USD', from: '2026-05-01', to: '2026-05-02' }
  const asked = questionOf(players(filters))
  const cursor = writeCursor(CURSOR_KEY, asked, ['ann', 'EUR'])
  const { question, query } = expectOk(players({ ...filters, limit: 1_000, cursor })).value
  t.equal(question, asked)
  t.strictSame(query, {
    projectId: 'acme',
    fromMs: Date.parse('2026-05-01T00:00:00Z'),
    toMs: Date.parse('2026-05-02T00:00:00Z'),
    playerId: 'ann',
    currency: 'USD',
    after: { playerId: 'ann', currency: 'EUR' },
    limit: 1_000,
  })
})

t.test('a cursor is bound to project, method and filters, not to key or page size', async t => {
  const asked = questionOf(players({ currency: 'EUR' }))
  t.equal(questionOf(players({ currency: 'EUR', limit: 5, api_key: 'rotated' })), asked)
  t.not(questionOf(players({ currency: 'USD' })), asked)
  t.not(questionOf(rounds({ currency: 'EUR' })), asked)
  t.not(questionOf(players({ currency: 'EUR' }, { ...SCOPE, projectId: 'other' })), asked)
  const cursor = writeCursor(CURSOR_KEY, asked, ['ann', 'EUR'])
  t.equal(codeOf(players({ currency: 'EUR', cursor })), null)
  t.equal(codeOf(players({ currency: 'EUR', cursor, limit: 5 })), null)
  t.equal(codeOf(players({ cursor })), 'INVALID_CURSOR')
  t.equal(codeOf(rounds({ currency: 'EUR', cursor })), 'INVALID_CURSOR')
})

t.test('totals cover a month up to now by default, by day, game and currency', async t => {
  t.strictSame(ggr(), {
    ok: true,
    value: {
      projectId: 'acme',
      fromMs: NOW_MS - 31 * DAY_MS,
      toMs: NOW_MS,
      groupBy: ['day', 'symbol', 'currency'],
      gameId: null,
      currency: null,
    },
  })
  const filters = { symbol: 'lucky-lanterns', currency: 'EUR', to: '2026-05-02' }
  t.strictSame(ggr({ ...filters, group_by: ['currency', 'day'] }), {
    ok: true,
    value: {
      projectId: 'acme',
      fromMs: Date.parse('2026-05-02') - 31 * DAY_MS,
      toMs: Date.parse('2026-05-02'),
      groupBy: ['day', 'currency'],
      gameId: 'lucky-lanterns',
      currency: 'EUR',
    },
  })
  t.match(ggr({ group_by: [] }), { ok: true, value: { groupBy: [] } })
  t.match(ggr({ from: '2026-05-19' }), { value: { fromMs: Date.parse('2026-05-19') } })
})

t.test('totals cover at most 366 days and more than a moment', async t => {
  t.equal(codeOf(ggr({ from: '2025-01-01', to: '2026-01-02' })), null)
  t.equal(codeOf(ggr({ from: '2025-01-01', to: '2026-01-02T00:00:00.001Z' })), 'INVALID_PERIOD')
  t.equal(codeOf(ggr({ from: '2026-05-20T10:00:00.000Z' })), 'INVALID_PERIOD', 'it ends now')
  t.equal(codeOf(ggr({ from: '2026-05-20T09:59:59.999Z' })), null)
  t.equal(codeOf(ggr({ from: '2026-06-01' })), 'INVALID_PERIOD', 'after now')
  t.equal(codeOf(ggr({ from: 'x' })), 'INVALID_FROM')
})

t.test('a month is split by an end inside it that is not on a step', async t => {
  const at = (text: string) => Date.parse(text)
  const ends = (fromMs: number | null, toMs: number | null) =>
    [DAY_MS, null].map(stepMs => splits('2024-02', { fromMs, toMs }, stepMs))
  t.strictSame(ends(null, null), [false, false])
  t.strictSame(ends(at('2024-02-01'), at('2024-03-01')), [false, false])
  t.strictSame(ends(at('2024-01-31T12:00Z'), at('2024-03-01T12:00Z')), [false, false])
  t.strictSame(ends(at('2024-02-02'), at('2024-03-01')), [false, true])
  t.strictSame(ends(null, at('2024-02-02')), [false, true])
  t.strictSame(ends(at('2024-02-02'), null), [false, true])
  t.strictSame(ends(at('2024-02-01T00:00:00.001Z'), null), [true, true])
  t.strictSame(ends(null, at('2024-02-29T23:59:59.999Z')), [true, true])
})

t.test('a period is empty when it ends where it begins', async t => {
  for (const report of [rounds, players, ggr]) {
    const codeIn = (fields: Fields) => codeOf(report(fields))
    t.equal(codeIn({ from: '2026-05-01', to: '2026-05-01' }), 'INVALID_PERIOD')
    t.equal(codeIn({ from: '2026-05-02', to: '2026-05-01' }), 'INVALID_PERIOD')
    t.equal(codeIn({ from: '2026-05-01', to: '2026-05-01T00:00:00.001Z' }), null)
    t.equal(codeIn({ from: '2026-02-30', to: 'x' }), 'INVALID_FROM')
    t.equal(codeIn({ from: '2026-05-01', to: '2026-02-30' }), 'INVALID_TO')
    t.equal(codeIn({ to: '2026-02-30' }), 'INVALID_TO')
    t.equal(codeIn({ to: '1970-01-01' }), null, 'a start is not required')
  }
})

t.test('each field has its code', async t => {
  const paged: [string, unknown[]][] = [
    [
      'INVALID_PLAYER_ID',
      ['', 'x'.repeat(129), 'a\0', '\ud83d', 7, null].map(player_id => ({ player_id })),
    ],
    ['INVALID_CURRENCY', ['eur', 'GBP', null].map(currency => ({ currency }))],
    ['INVALID_FROM', [null, '', 7, 'yesterday', '2026-02-30'].map(from => ({ from }))],
    ['INVALID_TO', [null, '', 7, '2026-05-01T25:00:00Z', '2026-5-1'].map(to => ({ to }))],
    ['INVALID_LIMIT', [0, 1_001, 1.5, '1', null].map(limit => ({ limit }))],
    ['INVALID_CURSOR', ['', 'none', 7, null, 'A'.repeat(1_025)].map(cursor => ({ cursor }))],
    [
      'INVALID_REQUEST',
      [
        { lobby: 1 },
        { page: 2, limit: 0 },
        { mode: 'TEST_ONLY' },
        { method: 'none' },
        { partner: 1 },
      ],
    ],
  ]
  const ofRounds: [string, unknown[]][] = [
    ['INVALID_SYMBOL', ['', 'no game!', 7].map(symbol => ({ symbol }))],
    ['INVALID_ROUND_ID', ['', 'r1', 7].map(round_id => ({ round_id }))],
    ['INVALID_STATE', ['', 'in_progress', ['settled'], 7].map(state => ({ state }))],
  ]
  const ofTotals: [string, unknown[]][] = [
    ['INVALID_GROUP_BY', ['day', ['week'], ['day', 'day'], null].map(group_by => ({ group_by }))],
    ['INVALID_SYMBOL', [{ symbol: '' }]],
    ['INVALID_CURRENCY', [{ currency: 'eur' }]],
    ['INVALID_REQUEST', [{ limit: 1 }, { player_id: 'ann' }, { cursor: 'x' }]],
  ]
  const check = (read: (fields: Fields) => Read<unknown>, table: [string, unknown[]][]) => {
    for (const [code, values] of table) {
      for (const fields of values) {
        t.equal(codeOf(read(fields as Fields)), code, JSON.stringify(fields))
      }
    }
  }
  check(rounds, [...paged, ...ofRounds])
  check(players, [...paged, ['INVALID_REQUEST', [{ symbol: 'x' }, { state: 'settled' }]]])
  check(ggr, ofTotals)
})

t.test('the player is checked before the period, the period before the cursor', async t => {
  const wrong = { from: '2026-05-02', to: '2026-05-01', player_id: 'a\0', cursor: 'none' }
  for (const report of [rounds, players]) {
    t.equal(codeOf(report(wrong)), 'INVALID_PLAYER_ID')
    const ofPlayer = { ...wrong, player_id: '\u{1F642}'.repeat(128) }
    t.equal(codeOf(report(ofPlayer)), 'INVALID_PERIOD')
    t.equal(codeOf(report({ ...ofPlayer, to: undefined })), 'INVALID_TO', 'sent, but not a text')
    const { from: _, to: __, ...rest } = ofPlayer
    t.equal(codeOf(report(rest)), 'INVALID_CURSOR')
  }
})
