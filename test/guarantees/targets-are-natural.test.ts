// Guarantee 9 on running nodes: a target outcome that an operator schedules is applied at most
// once, on the counted paid spin, by a round that the game's own mathematics draws again from its
// record.

import t, { type Test } from 'tap'
import { parseFound } from '../../src/core/target-found.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { drawnOf, drawOutcome } from '../../src/round/outcome.ts'
import { cheapestBet, createOperator, finish, playOut } from '../support/operator-calls.ts'
import { isFeatured } from '../support/outcomes.ts'
import {
  codeOf,
  newRequestId,
  type PlayClient,
  type RoundMessage,
  roundOf,
} from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool } = setup
const { projectId } = setup.project
wallet.openWith(100_000_000n)
const operator = createOperator(setup, node)
const reader = createRoundReader(pool)

/** A game with gamble; one with ante and buy but no gamble; one with buy; one with a choice. */
const CHERRY = 'cherry-classic'
const SUGAR = 'sugar-cascade'
const THUNDER = 'thunder-reels'
const RIVER = 'river-of-ways'

type View = RoundMessage['round']

interface Outcome {
  outcome_id: string
  status: string
  paid_spins_since: number
  round_id: string | null
  applied_at: string | null
}

async function get(outcome_id: string): Promise<Outcome> {
  return (await operator.act('outcome_get', { outcome_id })).outcome as Outcome
}

const schedule = operator.scheduleReady

const openGame = async (player: string, symbol: string) =>
  (await setup.openGame(node, player, { symbol })).client

/** A player whose target outcome is ready. */
async function openWithTarget(player: string, gameId: string, fields: object) {
  const id = await schedule(player, gameId, fields)
  return { id, client: await openGame(player, gameId) }
}

const play = (client: PlayClient, gameId: string, mode = 'base', option?: string) =>
  playOut(client, { bet: cheapestBet(gameId), mode }, option)

/** The target outcomes that a player's rounds applied, in the order of the rounds. */
async function forcedOf(player: string): Promise<(string | null)[]> {
  const { rows } = await pool.query(
    `SELECT outcome_id FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND round.project_id = $2 ORDER BY sequence`,
    [player, projectId],
  )
  return rows.map(row => row.outcome_id)
}

/** Within 2 % of the multiplier, in base bets, compared with integers. */
function isWithin(winMinor: bigint, baseStakeMinor: bigint, multiplier: number): boolean {
  const aim = baseStakeMinor * BigInt(Math.round(multiplier * 100))
  const off = winMinor * 100n - aim
  return (off < 0n ? -off : off) * 50n <= aim
}

/**
 * The round applied the target outcome: its win, seed and record agree, and it draws again to the
 * same events.
 */
async function checkForced(
  t: Test,
  {
    round,
    targetOutcomeId,
    multiplier,
  }: { round: View; targetOutcomeId: string; multiplier: number },
) {
  const { round: record } = (await reader.findAnyRound(round.roundId))!
  const { intent, progress } = record
  const game = findGame(intent.gameId)!
  t.ok(
    isWithin(progress.winMinor, intent.baseStakeMinor, multiplier),
    `${round.win} is within tolerance`,
  )
  t.equal(intent.appliedTarget?.targetOutcomeId, targetOutcomeId)
  const { rows } = await pool.query<{ found: string }>(
    'SELECT found::text AS found FROM target_outcome WHERE outcome_id = $1',
    [targetOutcomeId],
  )
  const found = parseFound(rows[0]!.found).find(({ mode }) => mode === intent.gameMode)!
  t.equal(Buffer.from(intent.seed).toString('hex'), found.seed, 'drawn from the stored seed')
  t.equal(intent.appliedTarget?.reelSet, found.reelSet)
  const again = drawOutcome(game, intent, progress.choices)
  t.strictSame(again.events, round.events, 'the record draws the same events')
  t.equal(drawnOf(game, intent.baseStakeMinor, again).winMinor, progress.winMinor)
  const target = await get(targetOutcomeId)
  t.match(target, { status: 'applied', round_id: round.roundId })
  t.equal(Date.parse(target.applied_at!), intent.createdAtMs)
}

/**
 * Only the round_info of these rounds says forced, at the start and at the finish; no money call
 * does.
 */
function checkForcedMarks(t: Test, player: string, roundIds: string[]) {
  const calls = wallet.calls.filter(call => call.playerId === player)
  const marked = calls.filter(call => 'forced' in JSON.parse(call.text))
  t.ok(marked.every(({ text }) => JSON.parse(text).forced === true))
  const expected = roundIds.flatMap(id => [`${id} start`, `${id} finish`])
  t.strictSame(
    marked.map(call => `${call.roundId} ${call.event}`),
    expected,
  )
  t.ok(marked.every(({ method }) => method === 'round_info'))
}

t.test('guarantee 9: only the counted paid spin wins the multiple of its bet', async t => {
  const player = 'counter'
  const client = await openGame(player, CHERRY)
  for (let i = 0; i < 2; i++) await play(client, CHERRY)
  const id = await schedule(player, CHERRY, { multiplier: '5', spin_number: 3 })
  t.match(
    await get(id),
    { paid_spins_since: 0, round_id: null, applied_at: null },
    'counted from now on',
  )
  for (let spin = 1; spin <= 5; spin++) {
    const round = await play(client, CHERRY)
    const { status, paid_spins_since } = await get(id)
    t.equal(status, spin < 3 ? 'ready' : 'applied', `after spin ${spin}`)
    t.equal(paid_spins_since, Math.min(spin, 3))
    if (spin === 3) {
      await checkForced(t, { round, targetOutcomeId: id, multiplier: 5 })
      checkForcedMarks(t, player, [round.roundId])
    }
  }
  t.strictSame(await forcedOf(player), [null, null, null, null, id, null, null])
  checkForcedMarks(t, player, [(await get(id)).round_id!])
})

t.test('guarantee 9: the multiplier does not depend on the bet', async t => {
  const player = 'high-roller'
  const { id, client } = await openWithTarget(player, SUGAR, { multiplier: 12.5 })
  const round = await playOut(client, { bet: { level: 5 } })
  await checkForced(t, { round, targetOutcomeId: id, multiplier: 12.5 })
})

t.test('guarantee 9: ante bets and buys postpone a spin target, and are counted', async t => {
  const player = 'postponer'
  const { id, client } = await openWithTarget(player, SUGAR, { multiplier: '5' })
  await play(client, SUGAR, 'ante')
  t.match(await get(id), { status: 'ready', paid_spins_since: 1 })
  await play(client, SUGAR, 'buy')
  t.match(await get(id), { status: 'ready', paid_spins_since: 2 })
  const round = await play(client, SUGAR)
  await checkForced(t, { round, targetOutcomeId: id, multiplier: 5 })
  t.equal((await get(id)).paid_spins_since, 3)
  t.notOk(isFeatured(round), 'a win without the feature')
  t.strictSame(await forcedOf(player), [null, null, id])
})

for (const mode of ['base', 'buy']) {
  t.test(`guarantee 9: a bonus target comes with its feature, by ${mode}`, async t => {
    const player = `bonus-${mode}`
    const { id, client } = await openWithTarget(player, THUNDER, {
      kind: 'bonus',
      multiplier: '40',
    })
    const round = await play(client, THUNDER, mode)
    t.ok(isFeatured(round))
    await checkForced(t, { round, targetOutcomeId: id, multiplier: 40 })
    checkForcedMarks(t, player, [round.roundId])
  })
}

t.test('guarantee 9: targets due on one spin are applied one a spin, oldest first', async t => {
  const player = 'patient'
  const first = await schedule(player, SUGAR, { multiplier: '5', spin_number: 2 })
  const second = await schedule(player, SUGAR, { multiplier: '8', spin_number: 2 })
  const bonus = await schedule(player, SUGAR, { multiplier: '60', kind: 'bonus' })
  const client = await openGame(player, SUGAR)
  const rounds = []
  for (let i = 0; i < 5; i++) rounds.push(await play(client, SUGAR))
  t.strictSame(await forcedOf(player), [bonus, first, second, null, null])
  await checkForced(t, { round: rounds[1]!, targetOutcomeId: first, multiplier: 5 })
  await checkForced(t, { round: rounds[2]!, targetOutcomeId: second, multiplier: 8 })
  t.equal((await get(second)).paid_spins_since, 3)
})

for (const mode of ['base', 'buy']) {
  t.test(`guarantee 9: the target is hit whatever the player chooses (${mode})`, async t => {
    for (const option of findGame(RIVER)!.options) {
      const player = `chooser-${mode}-${option}`
      const { id, client } = await openWithTarget(player, RIVER, {
        kind: 'bonus',
        multiplier: '20',
      })
      const opened = roundOf(await client.send({ type: 'spin', bet: cheapestBet(RIVER), mode }))
      t.match(opened.awaiting, { kind: 'choice' })
      const round = await finish(client, opened, option)
      t.same(round.choices, [option])
      await checkForced(t, { round, targetOutcomeId: id, multiplier: 20 })
      checkForcedMarks(t, player, [round.roundId])
    }
  })
}

t.test('guarantee 9: free spins are not counted', async t => {
  const player = 'guest'
  const { id, client } = await openWithTarget(player, SUGAR, { multiplier: '5', spin_number: 2 })
  await play(client, SUGAR)
  const { stake } = roundOf(client.received.findLast(({ type }) => type === 'round')!)
  const grantId = await operator.giveSpins(player, { symbol: SUGAR, count: 2, bet: stake })
  for (let i = 0; i < 2; i++) {
    await playOut(client, { grantId })
    t.match(await get(id), { status: 'ready', paid_spins_since: 1 })
  }
  const round = await play(client, SUGAR)
  await checkForced(t, { round, targetOutcomeId: id, multiplier: 5 })
  t.strictSame(await forcedOf(player), [null, null, null, id])
})

t.test('guarantee 9: a refused bet is not a paid spin and gives the target back', async t => {
  const player = 'broke'
  const { id, client } = await openWithTarget(player, CHERRY, { multiplier: '5', spin_number: 2 })
  const refused = async () => {
    wallet.rule({ method: 'bet', playerId: player, act: 'insufficient-funds' })
    t.equal(codeOf(await client.spin(cheapestBet(CHERRY))), 'INSUFFICIENT_FUNDS')
  }
  await refused()
  t.match(await get(id), { status: 'ready', paid_spins_since: 0 })
  await play(client, CHERRY)
  t.match(await get(id), { status: 'ready', paid_spins_since: 1 })
  await refused()
  t.equal((await forcedOf(player)).at(-1), id, 'the refused round was the counted one')
  t.match(await get(id), {
    status: 'ready',
    paid_spins_since: 1,
    round_id: null,
    applied_at: null,
  })
  const round = await play(client, CHERRY)
  await checkForced(t, { round, targetOutcomeId: id, multiplier: 5 })
  t.equal((await get(id)).paid_spins_since, 2)
  checkForcedMarks(t, player, [round.roundId])
})

t.test('guarantee 9: a cancelled round is not a paid spin and gives the target back', async t => {
  const player = 'cancelled'
  const { id, client } = await openWithTarget(player, CHERRY, { multiplier: '5' })
  wallet.rule({ method: 'bet', playerId: player, act: 'http-500-before-apply', times: 99 })
  const pending = roundOf(await client.spin(cheapestBet(CHERRY)))
  t.match(await get(id), { status: 'applied', round_id: pending.roundId })
  await operator.act('round_cancel', { round_id: pending.roundId })
  t.match(await get(id), { status: 'ready', paid_spins_since: 0, round_id: null })
  wallet.behave()
  const round = await play(client, CHERRY)
  await checkForced(t, { round, targetOutcomeId: id, multiplier: 5 })
})

t.test('guarantee 9: a cancelled target is never applied', async t => {
  const player = 'spared'
  const { id, client } = await openWithTarget(player, SUGAR, { multiplier: '5', spin_number: 2 })
  await play(client, SUGAR)
  await operator.act('outcome_cancel', { outcome_id: id })
  for (let i = 0; i < 2; i++) await play(client, SUGAR)
  t.match(await get(id), { status: 'cancelled', paid_spins_since: 1, round_id: null })
  t.strictSame(await forcedOf(player), [null, null, null])
  checkForcedMarks(t, player, [])
})

t.test(
  'guarantee 9: an expired target is never applied, even when the player state is outdated',
  async t => {
    const player = 'too-late'
    const { id, client } = await openWithTarget(player, SUGAR, { multiplier: '5', spin_number: 2 })
    await play(client, SUGAR)
    await pool.query('UPDATE target_outcome SET expires_at = now() WHERE outcome_id = $1', [id])
    for (let i = 0; i < 2; i++) await play(client, SUGAR)
    t.match(await get(id), { status: 'expired', paid_spins_since: 1, round_id: null })
    t.strictSame(await forcedOf(player), [null, null, null])
  },
)

t.test('guarantee 9: a forced win can be gambled, and the round stays forced', async t => {
  const player = 'gambler'
  const { id, client } = await openWithTarget(player, CHERRY, { multiplier: '5' })
  const opened = roundOf(await client.spin(cheapestBet(CHERRY)))
  t.match(opened.awaiting, { kind: 'gamble' })
  await checkForced(t, { round: opened, targetOutcomeId: id, multiplier: 5 })
  const { roundId, awaiting } = opened
  const option = awaiting!.options[0]!
  const round = await finish(
    client,
    roundOf(await client.send({ type: 'gamble', roundId, option })),
  )
  t.equal(round.status, 'settled')
  const { round: record } = (await reader.findAnyRound(roundId))!
  const again = drawOutcome(findGame(CHERRY)!, record.intent, record.progress.choices)
  t.strictSame(again.events, round.events, 'gamble included')
  checkForcedMarks(t, player, [roundId])
})

t.test('guarantee 9: the count survives the loss of the player state', async t => {
  const player = 'forgotten'
  const { id, client } = await openWithTarget(player, SUGAR, { multiplier: '5', spin_number: 4 })
  for (let i = 0; i < 3; i++) {
    await play(client, SUGAR)
    await setup.losePlayerState()
  }
  const round = await play(client, SUGAR)
  await checkForced(t, { round, targetOutcomeId: id, multiplier: 5 })
})

t.test('guarantee 9: two nodes in turns count each spin once', async t => {
  const player = 'twofold'
  const id = await schedule(player, SUGAR, { multiplier: '5', spin_number: 8 })
  const { link, client } = await setup.openGame(node, player, { symbol: SUGAR })
  const twin = await setup.openAgain(other, link)
  for (let i = 0; i < 10; i++) await play(i % 2 === 0 ? client : twin, SUGAR)
  await checkEighth(t, player, id)
})

t.test('guarantee 9: two nodes at the same time count each spin once', async t => {
  const player = 'raced'
  const id = await schedule(player, SUGAR, { multiplier: '5', spin_number: 8 })
  const { link, client } = await setup.openGame(node, player, { symbol: SUGAR })
  const twin = await setup.openAgain(other, link)
  await slowDownLedger(t)
  await Promise.all([client, twin].map(socket => spinThrough(socket, 8)))
  t.equal((await forcedOf(player)).length, 16, 'every spin is a round')
  await checkEighth(t, player, id)
})

/** The eighth round in the order of their numbers is the forced one, and no other. */
async function checkEighth(t: Test, player: string, id: string): Promise<void> {
  const forced = await forcedOf(player)
  t.strictSame(
    forced.flatMap((targetOutcomeId, at) => (targetOutcomeId === null ? [] : [at + 1])),
    [8],
  )
  t.equal((await get(id)).paid_spins_since, 8)
}

/** Plays so many spins; each is repeated until the other socket's round has finished. */
async function spinThrough(socket: PlayClient, spins: number): Promise<void> {
  for (let spin = 0; spin < spins; spin++) {
    const requestId = newRequestId()
    while ((await socket.spin(cheapestBet(SUGAR), requestId)).type !== 'round');
  }
}

/**
 * The project's rounds reach the ledger up to 80 ms late, so that the other node finds numbers
 * without a round.
 */
async function slowDownLedger(t: Test): Promise<void> {
  await pool.query(`
    CREATE FUNCTION arrive_late() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(random() * 0.08); RETURN new; END';
    CREATE TRIGGER arrive_late BEFORE INSERT OR UPDATE OF round_id
      ON unfinished_round FOR EACH ROW WHEN (NEW.project_id = '${projectId}')
      EXECUTE FUNCTION arrive_late()`)
  t.teardown(() => pool.query('DROP FUNCTION arrive_late CASCADE'))
}
