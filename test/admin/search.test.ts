// The search of the panel: one text finds what its id names, by kind, in every project or in one,
// and an answer that lacks something says so.

import t from 'tap'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { confirming, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { createOperator, finish } from '../support/operator-calls.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { pluck } from '../support/results.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool, project, suffix } = setup
const { projectId } = project
const both = await signInBoth(pool, node.internalUrl, suffix)
const { viewer } = both
const owner = confirming(both.owner)
const operator = createOperator(setup, node)
await setup.newProject('apart')
const apart = `apart${suffix}`

const NOTHING = {
  rounds: [],
  transactions: [],
  players: [],
  sessions: [],
  grants: [],
  targets: [],
  isIncomplete: false,
}

async function find(text: string, inProject?: string) {
  const query = new URLSearchParams({ text, ...(inProject && { projectId: inProject }) })
  const { status, body, text: printed } = await viewer.call('GET', `/search?${query}`)
  if (status !== 200) throw new Error(printed)
  return body
}
const named = `seeker${suffix}`
const { client, welcome } = await setup.openGame(node, named)
const { roundId } = await finish(client, roundOf(await client.spin(BET)))

t.test('a round is found by its id, by its beginning, and in its project alone', async t => {
  const found = await find(roundId)
  t.match(found, { ...NOTHING, rounds: [{ roundId, projectId, playerId: named, gameId: GAME }] })
  for (const text of [roundId.toUpperCase(), ` ${roundId} `, roundId.replaceAll('-', '')]) {
    t.strictSame(await find(text), found, text)
  }
  for (const length of [8, 13, 20, 35]) {
    const { rounds } = await find(roundId.slice(0, length), projectId)
    t.ok(pluck(rounds as { roundId: string }[], 'roundId').includes(roundId), `${length}`)
  }
  t.strictSame(await find(roundId, apart), NOTHING)
  t.strictSame((await find(roundId.slice(0, 8), apart)).rounds, [])
  t.strictSame((await find(roundId.slice(0, 7))).rounds, [], 'too short to be an id')
})

t.test('a wallet transaction is found, as far as its round has one', async t => {
  const bet = await find(`BET-${roundId}`)
  const transaction = { transaction: `bet-${roundId}`, kind: 'bet', round: { roundId } }
  t.match(bet, { ...NOTHING, transactions: [transaction] })
  t.match((await find(`bet-${roundId.slice(0, 13)}`, projectId)).transactions, [{ kind: 'bet' }])
  t.strictSame((await find(`refund-${roundId}`)).transactions, [])
  t.strictSame((await find(`bet-${roundId}`, apart)).transactions, [])
})

t.test(
  'a player is found by the beginning of the id and by a tag, with block and tags',
  async t => {
    const tag = `tag${suffix}`
    const at = `/projects/${projectId}/players/${named}`
    await owner.call('POST', `${at}/tags`, { tag })
    await owner.call('POST', `${at}/block`, { reason: 'a test' })
    const player = { projectId, playerId: named, isBlocked: true, tags: [tag] }
    for (const text of [named, named.slice(0, -1), tag.toUpperCase()]) {
      t.strictSame((await find(text)).players, [player], text)
      t.strictSame((await find(text, apart)).players, [], text)
    }
    await owner.call('POST', `${at}/unblock`, { reason: 'a test' })
    const odd = `odd%_"${suffix}`
    await ensurePlayer(pool, apart, odd)
    t.match((await find('odd%_"')).players, [{ playerId: odd }])
    t.strictSame((await find(`%${suffix}`)).players, [], 'a per cent sign matches itself only')
  },
)

t.test('a session is found by the id that wallets are sent', async t => {
  const { sessionId } = welcome as { sessionId: string }
  const session = { sessionId, projectId, playerId: named, gameId: GAME }
  t.match(await find(sessionId), { ...NOTHING, sessions: [session] })
  t.strictSame((await find(sessionId, apart)).sessions, [])
})

t.test('grants and target outcomes are found by our id and by the beginning of theirs', async t => {
  const playerId = `given${suffix}`
  const externalId = `welcome${suffix}`
  const grantId = await operator.giveSpins(playerId, { external_id: externalId })
  const { outcome } = await operator.act('outcome_schedule', {
    player_id: playerId,
    symbol: GAME,
    kind: 'spin',
    multiplier: '2',
    spin_number: 90_000,
    external_id: externalId,
  })
  const { outcome_id: targetId } = outcome as { outcome_id: string }
  const grant = { id: grantId, externalId, projectId, playerId, gameId: GAME, status: 'active' }
  const target = { id: targetId, externalId, projectId, playerId, gameId: GAME }
  t.match(await find(grantId), { ...NOTHING, grants: [grant] })
  t.match(await find(targetId), { ...NOTHING, targets: [target] })
  for (const text of [externalId, externalId.slice(0, -1)]) {
    t.match(await find(text), { ...NOTHING, grants: [grant], targets: [target] }, text)
    t.strictSame(await find(text, apart), NOTHING, text)
  }
  t.match((await find(grantId.slice(0, 13), projectId)).grants, [grant])
  t.strictSame((await find(grantId, apart)).grants, [])
})

t.test('at most five of a kind are shown', async t => {
  for (let n = 0; n < 7; n++) await ensurePlayer(pool, projectId, `crowd${suffix}-${n}`)
  const { players } = await find(`crowd${suffix}`)
  t.strictSame(
    pluck(players as { playerId: string }[], 'playerId'),
    [0, 1, 2, 3, 4].map(n => `crowd${suffix}-${n}`),
  )
})

t.test('a text that names nothing finds nothing', async t => {
  for (const text of [' ', 'no such thing', 'bet-', 'x'.repeat(200), '0190a8e2-zz', '‮']) {
    t.strictSame(await find(text), NOTHING, text)
  }
  t.strictSame((await viewer.call('GET', '/search')).body, NOTHING)
  t.equal(
    codeOf(await viewer.call('GET', `/search?text=${'x'.repeat(257)}`)),
    '400 INVALID_REQUEST',
  )
  t.equal(codeOf(await both.signedOut.call('GET', '/search?text=x')), '401 UNAUTHENTICATED')
})
