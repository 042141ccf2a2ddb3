// What a player is shown of the operator's free spins, from one answer of the platform to the next.

import t from 'tap'
import type { FreeSpinsView, FreeSpinView } from '../../src/wire/play-round.ts'
import { grantChanges } from '../../web/play/free-spins/grant-changes.ts'

const grant = (grantId: string, expiresAt = 1_000): FreeSpinsView => ({
  grantId,
  bet: { level: 1 },
  stake: '1.00',
  total: 3,
  remaining: 2,
  totalWin: '0.00',
  expiresAt,
})
const spin = (grantId: string, played: number): FreeSpinView => ({
  grantId,
  played,
  total: 3,
  totalWin: '2.50',
})
const kinds = (...given: Parameters<typeof grantChanges>) =>
  grantChanges(...given).map(({ kind }) => kind)

t.test('paid play shows nothing', async t => {
  t.strictSame(grantChanges(null, null, null), [])
})

t.test('a grant starts once, whether found on connecting or created meanwhile', async t => {
  t.strictSame(grantChanges(null, null, grant('a')), [{ kind: 'begins', grant: grant('a') }])
  t.strictSame(grantChanges(grant('a'), null, grant('a')), [])
  t.strictSame(grantChanges(grant('a'), spin('a', 1), grant('a')), [])
})

t.test('its last round shows the total, and the next grant follows at once', async t => {
  t.strictSame(grantChanges(grant('a'), spin('a', 3), null), [
    { kind: 'over', ended: spin('a', 3) },
  ])
  t.strictSame(kinds(grant('a'), spin('a', 3), grant('b')), ['over', 'begins'])
  t.strictSame(kinds(grant('a', 9), spin('a', 3), grant('b', 5)), ['over', 'begins'])
})

t.test('a grant that ended early shows its total with the round in flight', async t => {
  t.strictSame(kinds(grant('a'), spin('a', 2), null), ['over'])
  t.strictSame(kinds(grant('a', 5), spin('a', 2), grant('b', 9)), ['over', 'begins'])
})

t.test('without such a round it is only shown as ended', async t => {
  t.strictSame(kinds(grant('a'), null, null), ['gone'])
  t.strictSame(kinds(grant('a', 5), null, grant('b', 9)), ['gone', 'begins'])
  t.strictSame(kinds(grant('a'), spin('other', 3), null), ['gone'])
})

t.test('a grant that waits for one that expires sooner is not over', async t => {
  t.strictSame(kinds(grant('a', 9), null, grant('b', 5)), ['begins'])
  t.strictSame(kinds(grant('a', 9), spin('a', 1), grant('b', 5)), ['begins'])
})

t.test('a page that first sees a grant in its last round shows no total', async t => {
  const met = { grantId: 'a', expiresAt: null }
  t.strictSame(kinds(met, spin('a', 2), grant('b')), ['begins'])
  t.strictSame(kinds(met, spin('a', 3), grant('b')), ['over', 'begins'])
  t.strictSame(kinds(met, spin('a', 2), null), ['over'])
})
