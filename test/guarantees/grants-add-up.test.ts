// Guarantee 8: remaining + played + in flight = total while a grant is active; each finished grant
// gets one freespins_finished, after its last round ended. Grants are given over real HTTP and
// played on real sockets. A killed node is in killed-node.test.ts.

import t from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { createGrantBooks, grantOf, playFree, playFreeToDecision } from '../support/grant-books.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf, untilAnswered } from '../support/play-client.ts'
import { playBeside, whileHeld } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'
import { sized } from '../support/size.ts'

const { setup, node: one, other: two } = await openShared(t)
const { wallet, pool, project } = setup
const operator = createOperator(setup, one)
const { give, look, booksOf, checkAddsUp, checkWallet } = createGrantBooks(setup, operator)
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const cancel = (grant_id: string) => operator.act('freespins_cancel', { grant_id })

/** The next summary of a player's grant. */
const nextSummary = (playerId: string) =>
  wallet.nextCall(c => c.method === 'freespins_finished' && c.playerId === playerId)
const summariesOf = (playerId: string) =>
  wallet.of('freespins_finished', playerId).map(({ text }) => text)

let sentinels = 0
/**
 * Resolves after a recovery pass that began later than this call: the summaries that were due are
 * taken up.
 */
async function recoveryPasses(): Promise<void> {
  const playerId = `sentinel-${++sentinels}`
  const grantId = await give(playerId, 1)
  const arrived = nextSummary(playerId)
  await cancel(grantId)
  await arrived
}

const comeDue = (grantId: string) =>
  pool.query('UPDATE free_spin_grant SET summary_next_at = now() WHERE grant_id = $1', [grantId])
const endTime = (grantId: string) =>
  pool.query(
    `UPDATE free_spin_grant SET expires_at = now() - interval '1 second' WHERE grant_id = $1`,
    [grantId],
  )

await t.test('guarantee 8: no spin is lost or doubled when the player state vanishes', async t => {
  const grantId = await give('flush', 6)
  const { client } = await setup.openGame(one, 'flush')
  for (const method of ['bet', 'round_info'] as const) {
    whileHeld(wallet, method, 'flush', setup.losePlayerState)
    await playFree(client, grantId)
    await checkAddsUp(t, grantId)
    await setup.losePlayerState()
    await playFree(client, grantId)
    await checkAddsUp(t, grantId)
  }
  await playToEnd(client, grantId)
  t.equal((await checkAddsUp(t, grantId)).status, 'used')
  await checkWallet(t, 'flush', 6)
})

async function playToEnd(client: PlayClient, grantId: string): Promise<void> {
  while ((await playFree(client, grantId)).freeSpins !== null);
}

// The recovery job sends summaries: run in parallel, these tests take the time of a few.
t.jobs = 4

t.test('guarantee 8: a grant is played to its end, and its wallet calls agree', async t => {
  const grantId = await give('whole', 12, { external_id: 'promo-1' })
  const { client, welcome } = await setup.openGame(one, 'whole')
  t.match(grantOf(welcome), { grantId, total: 12, remaining: 12, stake: '0.20' })
  wallet.rule({ method: 'freespins_finished', playerId: 'whole', act: 'http-500-before-apply' })
  const summary = nextSummary('whole')
  for (let left = 11; left >= 0; left--) {
    const { round, freeSpins } = await playFree(client, grantId)
    const now = await checkAddsUp(t, grantId)
    t.equal(now.remaining, left)
    t.match(round, { stake: '0.20', gameMode: 'base' })
    t.match(round.freeSpin, { played: 12 - left, total: 12, totalWin: now.total_win })
    if (left === 0) t.equal(freeSpins, null, 'paid spins are possible again')
    else t.match(freeSpins, { remaining: left, totalWin: now.total_win })
    const calls = wallet.calls.filter(call => call.roundId === round.roundId)
    for (const call of calls.filter(({ method }) => method === 'bet' || method === 'win')) {
      const { meta } = JSON.parse(call.text)
      t.equal(meta.is_freespins, true)
      t.strictSame(meta.freespins, {
        grant_id: grantId,
        external_id: 'promo-1',
        nominal_bet: 0.2,
        remaining: left,
      })
    }
    const bet = calls.find(({ method }) => method === 'bet')!
    t.match(bet.text, /"amount":0\.00,.*"nominal_bet":0\.20,/, 'amounts have two decimals')
    const win = calls.filter(({ method }) => method === 'win').map(c => formatAmount(c.amountMinor))
    t.strictSame(win, round.win === '0.00' ? [] : [round.win])
  }
  await checkWallet(t, 'whole', 12)
  const used = await look(grantId)
  t.match(used, { status: 'used', played: 12, remaining: 0 })

  const refused = (await summary).text
  const { timestamp, ...body } = JSON.parse(refused)
  t.equal(timestamp, Math.floor(Date.parse(used.finished_at!) / 1000))
  t.strictSame(body, {
    method: 'freespins_finished',
    api_key: project.apiKey,
    player_id: 'whole',
    currency: 'EUR',
    game: GAME,
    grant_id: grantId,
    external_id: 'promo-1',
    status: 'used',
    total: 12,
    played: 12,
    bet: '0.20',
    total_win: used.total_win,
    finished_at: used.finished_at,
  })
  const { rows } = await pool.query<{ waits: number }>(
    `SELECT extract(epoch FROM summary_next_at - now())::float8 AS waits
     FROM free_spin_grant WHERE grant_id = $1`,
    [grantId],
  )
  t.ok(rows[0]!.waits <= 10, 'repeated after 10 s')
  const again = nextSummary('whole')
  await comeDue(grantId)
  t.equal((await again).text, refused, 'the same body')
  await recoveryPasses()
  await comeDue(grantId)
  await recoveryPasses()
  t.match(await booksOf(grantId), { attempts: 2, answered: true }, 'never sent again once answered')
  t.equal(summariesOf('whole').length, 2)
})

t.test('guarantee 8: of several grants the one that expires first is played first', async t => {
  const player = 'several'
  const same = inHours(3)
  const last = await give(player, 1, { expires_at: inHours(4) })
  const older = await give(player, 1, { expires_at: same })
  const newer = await give(player, 1, { expires_at: same })
  const first = await give(player, 2, { expires_at: inHours(2) })
  await give(player, 5, { expires_at: inHours(1.5), symbol: 'cherry-classic', bet: '0.25' })
  await give(player, 5, { expires_at: inHours(1.5), currency: 'USD' })
  const { client, welcome } = await setup.openGame(one, player)
  t.equal(grantOf(welcome)?.grantId, first)

  const early = await client.freeSpin(last)
  t.match(early, { code: 'FREE_SPINS_OVER', retry: false })
  t.equal(grantOf(early)?.grantId, first, 'the error names the grant to play')
  t.strictSame(wallet.of('bet', player), [])
  const order: string[] = []
  for (let due = grantOf(welcome); due; ) {
    order.push(due.grantId)
    due = (await playFree(client, due.grantId)).freeSpins
  }
  const wanted = [first, first, older, newer, last]
  t.strictSame(order, wanted)
  for (const grantId of new Set(wanted)) {
    t.equal((await checkAddsUp(t, grantId)).status, 'used')
  }
  await checkWallet(t, player, 5)
  t.equal(codeOf(await client.spin(BET)), 'round', 'other games and currencies are not affected')
})

t.test('guarantee 8: paid, ante and bought rounds are refused while a grant is active', async t => {
  const symbol = 'sugar-cascade'
  const { client, welcome } = await setup.openGame(one, 'refused', { symbol })
  if (welcome.type !== 'welcome') throw new Error('no welcome')
  const grantId = await give('refused', 3, { symbol, bet: '0.20' })
  const { modes } = welcome.game
  t.strictSame(modes.map(({ kind }) => kind).sort(), ['ante', 'base', 'buy'])
  for (const { id } of modes) {
    const answer = await client.send({ type: 'spin', bet: { level: 1 }, mode: id })
    t.match(answer, { code: 'FREE_SPINS_ACTIVE', retry: false }, id)
    if (answer.type === 'error') t.not(answer.message, answer.code, 'the message says it')
    t.match(grantOf(answer), { grantId, remaining: 3, total: 3 })
  }
  t.strictSame(wallet.of('bet', 'refused'), [], 'the wallet was not called')
  const { freeSpins } = await playFree(client, grantId)
  t.equal(freeSpins?.remaining, 2)
  await checkAddsUp(t, grantId)
  await cancel(grantId)
  const over = await client.freeSpin(grantId)
  t.match(over, { code: 'FREE_SPINS_OVER', freeSpins: null })
  if (over.type === 'error') t.not(over.message, over.code, 'the message says it')
  const paid = await client.send({ type: 'spin', bet: { level: 1 }, mode: 'base' })
  t.equal(codeOf(paid), 'round')
})

const ENDINGS = [
  { status: 'cancelled', end: cancel },
  { status: 'expired', end: endTime },
] as const
for (const { status, end } of sized(ENDINGS.slice(1), [...ENDINGS])) {
  t.test(`guarantee 8: a grant ${status} while a round waits ends with this round`, async t => {
    const player = `open-${status}`
    const grantId = await give(player, 500)
    const { client } = await setup.openGame(one, player)
    const { round } = await playFreeToDecision(client, grantId)
    const before = await checkAddsUp(t, grantId)
    const summary = nextSummary(player)
    await end(grantId)
    t.match(await checkAddsUp(t, grantId), { status, remaining: 0, played: before.played })
    await recoveryPasses()
    t.match(
      await booksOf(grantId),
      { status, open: 1, attempts: 0 },
      'the summary waits for the round',
    )

    const ended = roundOf(await client.collect(round.roundId, 'd-1'))
    t.equal(ended.status, 'settled')
    t.not(ended.win, '0.00')
    const finished = await checkAddsUp(t, grantId)
    t.equal(finished.played, before.played + 1)
    const paid = wallet.of('win', player).at(-1)!
    t.equal(formatAmount(paid.amountMinor), ended.win, 'the round is paid')
    const repeated = await client.collect(round.roundId, 'd-1')
    t.match(repeated, { freeSpins: null, round: { freeSpin: { played: finished.played } } })
    t.match(JSON.parse((await summary).text), {
      status,
      total: 500,
      played: finished.played,
      total_win: finished.total_win,
      finished_at: finished.finished_at,
    })
    t.match(await client.freeSpin(grantId), { code: 'FREE_SPINS_OVER', freeSpins: null })
    await checkWallet(t, player, finished.played)
    await recoveryPasses()
    t.equal(summariesOf(player).length, 1)
  })
}

t.test('guarantee 8: an expired grant drops its unused spins', async t => {
  const grantId = await give('unused', 5)
  const { client } = await setup.openGame(one, 'unused')
  await playFree(client, grantId)
  const summary = nextSummary('unused')
  await endTime(grantId)
  const body = JSON.parse((await summary).text)
  const grant = await checkAddsUp(t, grantId)
  t.match(grant, { status: 'expired', played: 1, remaining: 0, finished_at: grant.expires_at })
  t.match(body, { status: 'expired', played: 1, total: 5, finished_at: grant.expires_at })
  t.match(await client.freeSpin(grantId), { code: 'FREE_SPINS_OVER', freeSpins: null })
  t.equal(codeOf(await client.spin(BET)), 'round')
})

t.test('guarantee 8: a bet whose answer is missing is repeated with the same body', async t => {
  const grantId = await give('unknown', 2, { external_id: 'promo-"2"' })
  const { client } = await setup.openGame(one, 'unknown')
  wallet.rule({ method: 'bet', playerId: 'unknown', act: 'http-500-after-apply' })
  const first = await client.freeSpin(grantId, 'r-1')
  t.match(first, { round: { status: 'pending', freeSpin: { played: 0 } } })
  t.equal(grantOf(first)?.remaining, 1, 'the spin is used')
  await checkAddsUp(t, grantId)
  t.match(await playFree(client, grantId, 'r-1'), { round: { freeSpin: { played: 1 } } })
  const texts = wallet.of('bet', 'unknown').map(({ text }) => text)
  t.ok(texts.length > 1, 'repeated')
  t.equal(new Set(texts).size, 1)
  t.match(texts[0]!, '"external_id":"promo-\\"2\\""')
  await playFree(client, grantId)
  t.equal((await checkAddsUp(t, grantId)).status, 'used')
  await checkWallet(t, 'unknown', 2)
})

t.test('guarantee 8: a refused bet gives the spin back on every node', async t => {
  const grantId = await give('back', 1)
  const { client, link } = await setup.openGame(one, 'back')
  const elsewhere = await setup.openAgain(two, link)
  const bet = wallet.hold({ method: 'bet', playerId: 'back', act: 'insufficient-funds' })
  const answer = client.freeSpin(grantId, 'r-1')
  await bet.arrived
  // The other node reads the player's entitlements while the only spin is in flight.
  await setup.openGame(two, 'back', { symbol: 'cherry-classic' })
  bet.open()
  const due = { grantId, remaining: 1 }
  t.match(await answer, { code: 'INSUFFICIENT_FUNDS', freeSpins: due })
  t.match(await client.freeSpin(grantId, 'r-1'), { code: 'INSUFFICIENT_FUNDS', freeSpins: due })
  t.match(await checkAddsUp(t, grantId), { remaining: 1, played: 0 })
  const paid = await untilAnswered(() => elsewhere.spin(BET, 'r-2'))
  t.match(paid, { code: 'FREE_SPINS_ACTIVE', freeSpins: due })
  await playFree(client, grantId)
  t.equal((await checkAddsUp(t, grantId)).status, 'used')
})

t.test('guarantee 8: a repeated request is the same free spin', async t => {
  const grantId = await give('same', 2)
  const { client, link } = await setup.openGame(one, 'same')
  const first = await playFree(client, grantId, 'r-1')
  const sockets = [client, await setup.openAgain(one, link), await setup.openAgain(two, link)]
  for (const socket of sockets) {
    const repeated = roundOf(await untilAnswered(() => socket.freeSpin(grantId, 'r-1')))
    t.equal(repeated.roundId, first.round.roundId)
  }
  t.match(await checkAddsUp(t, grantId), { remaining: 1, played: 1 })
  const bet = wallet.hold({ method: 'bet', playerId: 'same' })
  const spins = [client.freeSpin(grantId, 'r-2'), client.freeSpin(grantId, 'r-2')]
  await bet.arrived
  bet.open()
  const ids = (await Promise.all(spins)).map(answer => roundOf(answer).roundId)
  t.equal(ids[0], ids[1])
  await playFree(client, grantId, 'r-2')
  const repeated = roundOf(await client.freeSpin(grantId, 'r-1'))
  t.equal(repeated.roundId, first.round.roundId, 'after the end of the grant too')
  t.equal((await checkAddsUp(t, grantId)).status, 'used')
  await checkWallet(t, 'same', 2)
})

t.test('guarantee 8: sockets on two nodes at the same time play each spin once', async t => {
  const grantId = await give('crowd', 16)
  const { client, link } = await setup.openGame(one, 'crowd')
  const clients = [client]
  for (const node of [one, two, two]) clients.push(await setup.openAgain(node, link))
  const spin = (requestId: string, each: PlayClient) => each.freeSpin(grantId, requestId)
  const played = clients.map(each => playBeside(each, requestId => spin(requestId, each)))
  const rounds = (await Promise.all(played)).flat()
  t.equal(new Set(rounds).size, 16)
  t.equal(rounds.length, 16, 'each answer was a different spin')
  t.equal((await checkAddsUp(t, grantId)).status, 'used')
  const left = wallet
    .operations('bet', 'crowd')
    .map(({ text }) => JSON.parse(text).meta.freespins.remaining)
  t.strictSame(
    left,
    Array.from({ length: 16 }, (_, n) => 15 - n),
  )
  await checkWallet(t, 'crowd', 16)
})
