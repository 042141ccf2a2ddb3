// Notes, tags and money of a player in the admin API: who may write them, what is audited, their
// bounds, and sums that are those of the reports.

import t from 'tap'
import { NOTES_MAX, TAGS_MAX } from '../../src/core/player-notes.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { confirming, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { createOperator, finish } from '../support/operator-calls.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { roundOf, untilCallsAreOver } from '../support/play-client.ts'
import { pluck } from '../support/results.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool, project, wallet } = setup
const { projectId } = project
const both = await signInBoth(pool, node.internalUrl, setup.suffix)
const { viewer, signedOut } = both
const owner = confirming(both.owner)
const author = `owner:olga${setup.suffix}`
const operator = createOperator(setup, node)

const AT = `/projects/${projectId}/players/ann`
const post = (path: string, body: object = {}, at = AT) => owner.call('POST', `${at}${path}`, body)
for (const playerId of ['ann', 'bob', 'full']) await ensurePlayer(pool, projectId, playerId)

async function audited(playerId: string): Promise<object[]> {
  const { rows } = await pool.query(
    `SELECT actor, action, before, after FROM audit WHERE subject = $1
       AND coalesce(after ->> 'playerId', before ->> 'playerId') = $2 ORDER BY sequence`,
    [projectId, playerId],
  )
  return rows
}

t.test('a note is written, listed with its author, and deleted', async t => {
  const one = await post('/notes', { body: '  called\nabout a win ' })
  t.match(one.body.notes, [{ body: 'called\nabout a win', author }], one.text)
  const two = await post('/notes', { body: 'called again' })
  const bodies = pluck(two.body.notes as { body: string }[], 'body')
  t.strictSame(bodies, ['called again', 'called\nabout a win'])
  const { noteId } = two.body.notes[1]
  t.strictSame((await viewer.call('GET', `${AT}/notes`)).body, two.body)

  const ofBob = await post(`/notes/${noteId}/delete`, {}, `/projects/${projectId}/players/bob`)
  t.equal(codeOf(ofBob), '404 UNKNOWN_NOTE', 'not through another player')
  const left = await post(`/notes/${noteId}/delete`)
  t.strictSame(pluck(left.body.notes as { body: string }[], 'body'), ['called again'])
  t.equal(codeOf(await post(`/notes/${noteId}/delete`)), '404 UNKNOWN_NOTE')
  t.equal(codeOf(await post('/notes/nonsense/delete')), '404 UNKNOWN_NOTE')
  const [added, , deleted, ...more] = await audited('ann')
  t.match(added, { actor: author, action: 'player.note-added', after: { noteId } })
  t.match(deleted, { action: 'player.note-deleted', before: { noteId, author }, after: null })
  t.strictSame(more, [])
  t.notMatch(JSON.stringify(await audited('ann')), /called/, 'the log has no text of a note')
})

t.test('a tag has one form, is given once, and finds its players', async t => {
  const tagged = await post('/tags', { tag: ' VIP ' })
  t.strictSame(tagged.body.tags, ['vip'], tagged.text)
  t.strictSame((await post('/tags', { tag: 'vip' })).body.tags, ['vip'])
  await post('/tags', { tag: 'late payer' })
  await post('/tags', { tag: 'vip' }, `/projects/${projectId}/players/bob`)
  await setup.newProject('apart')
  const apart = `apart${setup.suffix}`
  await ensurePlayer(pool, apart, 'ann')
  await post('/tags', { tag: 'vip' }, `/projects/${apart}/players/ann`)
  const find = async (query: string) => {
    const { body } = await viewer.call('GET', `/players?${query}`)
    const rows = body.rows as { projectId: string; playerId: string }[]
    return rows.map(row => `${row.projectId} ${row.playerId}`)
  }
  t.strictSame(await find(`tag=VIP&project=${projectId}`), [`${projectId} ann`, `${projectId} bob`])
  t.strictSame(await find(`tag=vip&project=${apart}`), [`${apart} ann`])
  t.strictSame(await find(`tag=vip&player=b&project=${projectId}`), [`${projectId} bob`])
  const all = await find('tag=vip&limit=200')
  t.strictSame(
    all.filter(row => row.includes(setup.suffix)),
    [`${apart} ann`, `${projectId} ann`, `${projectId} bob`].sort((a, b) =>
      a.split(' ')[1]! < b.split(' ')[1]!
        ? -1
        : a.split(' ')[1]! > b.split(' ')[1]!
          ? 1
          : a < b
            ? -1
            : 1,
    ),
  )
  for (const query of ['tag=none', 'tag=%2F', 'tag=vi']) t.strictSame(await find(query), [], query)

  const removed = await post('/tags/remove', { tag: 'Vip' })
  t.strictSame(removed.body.tags, ['late payer'])
  t.strictSame((await post('/tags/remove', { tag: 'vip' })).body.tags, ['late payer'])
  const actions = pluck((await audited('ann')).slice(3) as { action: string }[], 'action')
  t.strictSame(actions, ['player.tagged', 'player.tagged', 'player.untagged'], 'each change once')
})

t.test('notes and tags are bounded, and what is past the bound changes nothing', async t => {
  const at = `/projects/${projectId}/players/full`
  await pool.query(
    `INSERT INTO player_note (player_key, author, body)
     SELECT player_key, 'a test', 'note ' || n FROM player, generate_series(1, ${NOTES_MAX}) n
     WHERE project_id = $1 AND player_id = 'full'`,
    [projectId],
  )
  t.equal(codeOf(await post('/notes', { body: 'one more' }, at)), '409 PLAYER_NOTES_FULL')
  for (let n = 0; n < TAGS_MAX; n++) await post('/tags', { tag: `tag ${n}` }, at)
  t.equal(codeOf(await post('/tags', { tag: 'one more' }, at)), '409 PLAYER_NOTES_FULL')
  t.equal((await post('/tags', { tag: 'tag 1' }, at)).status, 200, 'one that is there stays')
  const { body } = await viewer.call('GET', at)
  t.equal(body.tags.length, TAGS_MAX)
  t.equal((await viewer.call('GET', `${at}/notes`)).body.notes.length, NOTES_MAX)
  t.equal((await audited('full')).length, TAGS_MAX)
})

const WRONG: [path: string, body: object, wanted: string, field?: string][] = [
  ['/notes', { body: ' ' }, '400 INVALID_REQUEST', 'body'],
  ['/notes', { body: 'x'.repeat(2_001) }, '400 INVALID_REQUEST', 'body'],
  ['/notes', { body: 'a \0' }, '400 INVALID_REQUEST', 'body'],
  ['/notes', {}, '400 INVALID_REQUEST', 'body'],
  ['/tags', { tag: '<b>' }, '400 INVALID_REQUEST', 'tag'],
  ['/tags/remove', { tag: '' }, '400 INVALID_REQUEST', 'tag'],
  ['/block', { reason: '  ' }, '400 INVALID_REQUEST', 'reason'],
  ['/block', {}, '400 INVALID_REQUEST', 'reason'],
]

t.test('what is wrong is refused with its field, and unknown players stay unknown', async t => {
  const before = await audited('ann')
  for (const [path, body, wanted, field] of WRONG) {
    const answer = await post(path, body)
    t.equal(codeOf(answer), wanted, path)
    t.equal(answer.body.field, field, path)
  }
  const nobody = `/projects/${projectId}/players/never-seen`
  const changes: [path: string, body: object][] = [
    ['/notes', { body: 'x' }],
    ['/tags', { tag: 'x' }],
    ['/tags/remove', { tag: 'x' }],
    ['/notes/00000000-0000-4000-8000-000000000000/delete', {}],
  ]
  for (const [path, body] of changes) {
    t.equal(codeOf(await post(path, body, nobody)), '404 UNKNOWN_PLAYER', path)
    t.equal(codeOf(await viewer.call('POST', `${AT}${path}`, body)), '403 FORBIDDEN', path)
    t.equal(codeOf(await signedOut.call('POST', `${AT}${path}`, body)), '401 UNAUTHENTICATED', path)
  }
  for (const path of ['', '/notes', '/money']) {
    t.equal(codeOf(await viewer.call('GET', `${nobody}${path}`)), '404 UNKNOWN_PLAYER')
  }
  t.strictSame(await audited('ann'), before)
})

t.test('a player is blocked once, and the block of an unknown player is refused', async t => {
  await ensurePlayer(pool, projectId, 'twice')
  const change = (action: string, playerId = 'twice') =>
    post(`/${action}`, { reason: ' a test ' }, `/projects/${projectId}/players/${playerId}`)
  const blocked = await change('block')
  t.match(blocked.body.block, { by: author, reason: 'a test' })
  t.equal(codeOf(await change('block')), '409 ALREADY_BLOCKED')
  t.equal((await change('unblock')).body.block, null)
  t.equal(codeOf(await change('unblock')), '409 NOT_BLOCKED')
  t.equal(codeOf(await change('block', 'never-seen')), '404 UNKNOWN_PLAYER')
  const { rows } = await pool.query(
    `SELECT action, after FROM audit WHERE subject = $1 AND after ->> 'playerId' = 'twice'
     ORDER BY sequence`,
    [projectId],
  )
  const after = { playerId: 'twice', reason: 'a test' }
  t.strictSame(rows, [
    { action: 'player.blocked', after },
    { action: 'player.unblocked', after },
  ])
})

t.test('money is what the reports sum up, and the balance what the wallet said last', async t => {
  const playerId = 'payer'
  const at = `/projects/${projectId}/players/${playerId}`
  const { client } = await setup.openGame(node, playerId)
  const launched = await viewer.call('GET', `${at}/money`)
  t.match(launched.body.byCurrency, [{ currency: 'EUR', betCount: 0, betsMinor: '0' }])
  t.match((await viewer.call('GET', at)).body, { lastRound: null, block: null, tags: [] })
  let last = ''
  for (let spin = 0; spin < 6; spin++) {
    const { round } = await untilCallsAreOver(client, await client.spin(BET))
    last = (await finish(client, round)).roundId
  }
  const asked = wallet.of('session_info', playerId).length
  const { byCurrency } = (await viewer.call('GET', `${at}/money`)).body
  t.equal(byCurrency.length, 1)
  const [money] = byCurrency
  const decimals = (minor: string) => (Number(minor) / 100).toFixed(2)

  const { players } = await operator.act('report_reconciliation', { player_id: playerId })
  const [totals] = players as { bets: { amount: string }; wins: { amount: string } }[]
  t.match(JSON.stringify(totals), decimals(money.betsMinor))
  const { rows } = await pool.query(
    `SELECT coalesce(sum(bet_minor) FILTER (WHERE bet_counts), 0)::text AS bets,
       coalesce(sum(win_minor) FILTER (WHERE win_counts), 0)::text AS wins,
       count(*) FILTER (WHERE bet_counts)::int AS bet_count
     FROM round_money JOIN player USING (player_key) WHERE player_id = $1`,
    [playerId],
  )
  const [{ bets, wins, bet_count }] = rows
  t.match(money, { betsMinor: bets, winsMinor: wins, refundsMinor: '0', betCount: bet_count })
  t.equal(BigInt(money.ggrMinor), BigInt(bets) - BigInt(wins))
  const ggr = await owner.call('GET', `/reports/ggr?projectId=${projectId}&groupBy=currency`)
  const inEur = (ggr.body.rows as Record<string, string>[]).find(row => row.currency === 'EUR')!
  t.match(inEur, { betsMinor: bets, winsMinor: wins, ggrMinor: money.ggrMinor })
  const next = roundOf(await client.spin(BET))
  const { lastRound } = (await viewer.call('GET', at)).body
  t.match(lastRound, { roundId: next.roundId, gameId: GAME })
  t.not(lastRound.roundId, last)
  t.equal(wallet.of('session_info', playerId).length, asked, 'no wallet was asked for this page')
})
