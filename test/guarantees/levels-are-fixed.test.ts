// Guarantee 10 on running nodes: the level of a round is fixed before the wallet is asked for the
// bet, a change applies from the next round, and the adaptive rule counts exactly the right rounds.

import t from 'tap'
import { connectRedis } from '../../src/redis/connection.ts'
import { cheapestBet, createOperator, playOut } from '../support/operator-calls.ts'
import type { PlayClient } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool, stores } = setup
const { projectId } = setup.project
wallet.openWith(100_000_000n)
const operator = createOperator(setup, node)
const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
t.teardown(() => redis.quit())

/** A game of the same provider without gamble or choice. */
const GAME = 'sugar-cascade'
const OTHER = 'thunder-reels'
const PROVIDER = 'provider_c'
const RIGHTS = { level: '95', personal: true }
const WINDOW = 50
/** Any win lowers the level; or no win lowers it and any window restores it. */
const LOWERS = { windowRounds: WINDOW, lowerAbove: '0', restoreBelow: '0', step: '2' }
const RESTORES = { windowRounds: WINDOW, lowerAbove: '100000', restoreBelow: '100000', step: '2' }
const NEVER = { windowRounds: WINDOW, lowerAbove: '100000', restoreBelow: '0' }

const setRtp = (rtp: object) => operator.setProject({ rtp: { [PROVIDER]: rtp } })
const asked = (player_id: string) => ({ player_id, provider: PROVIDER })
const stateOf = (player: string) => operator.rtp('get', asked(player))
const setLevel = (player: string, rtp: number) =>
  operator.rtp('set', { ...asked(player), rtp, reason: 'test' })
const openGame = async (player: string, symbol = GAME) =>
  (await setup.openGame(node, player, { symbol })).client
const play = (client: PlayClient, game = GAME) => playOut(client, { bet: cheapestBet(game) })

async function levelOf(roundId: string) {
  const { level_bps, level_source } = await setup.rowOf(roundId)
  return [level_bps, level_source]
}

const playedAt = async (client: PlayClient) => levelOf((await play(client)).roundId)

const changesOf = ({ journal }: { journal: Record<string, unknown>[] }) =>
  journal.map(({ change, from_bps, to_bps, by }) => [change, from_bps, to_bps, by])

interface Sums {
  rounds: number
  stake: bigint
  win: bigint
}

const windowOf = (player: string) => `p2:{${projectId}:${player}}:${PROVIDER}:EUR`

/** The window that Redis holds; null when there is no key. */
async function redisWindow(player: string): Promise<Sums | null> {
  const key = windowOf(player)
  const { rounds, stake, win } = await redis.hgetall(`${key}:sums`)
  if (rounds === undefined) return null
  t.equal(await redis.llen(`${key}:rounds`), Number(rounds), 'as many rounds as its count says')
  return { rounds: Number(rounds), stake: BigInt(stake!), win: BigInt(win!) }
}

/** The same window, computed from the rounds since the last step. */
async function ledgerWindow(player: string, afterSequence = 0): Promise<Sums> {
  const { rows } = await pool.query<{ stake: string; win: string }>(
    `SELECT stake_minor AS stake, win_minor AS win FROM round JOIN player USING (player_key)
     WHERE player_id = $1 AND round.project_id = $5 AND state = 'settled' AND outcome_id IS NULL
       AND sequence > $2 AND level_source IN ('player', 'provider-cap') AND game_id = ANY ($3)
     ORDER BY sequence DESC LIMIT $4`,
    [player, afterSequence, [GAME, OTHER], WINDOW, projectId],
  )
  const sum = (name: 'stake' | 'win') => rows.reduce((all, row) => all + BigInt(row[name]), 0n)
  return { rounds: rows.length, stake: sum('stake'), win: sum('win') }
}

/** Writes settled rounds after the player's last one, equal except for the amounts. */
async function addRounds(player: string, count: number, stake: bigint, win: bigint) {
  await letRoundsBeWritten(pool)
  await pool.query(
    `INSERT INTO round
     SELECT (jsonb_populate_record(null::round, to_jsonb(r) || jsonb_build_object(
       'round_id', gen_random_uuid(), 'request_id', gen_random_uuid(), 'sequence', r.sequence + n,
       'stake_minor', $3::bigint, 'win_minor', $4::bigint, 'win_status',
       CASE WHEN $4::bigint > 0 THEN 'confirmed' END))).*
     FROM (SELECT r.* FROM round r JOIN player USING (player_key)
           WHERE player_id = $1 AND r.project_id = $5
           ORDER BY sequence DESC LIMIT 1) r, generate_series(1, $2::int) n`,
    [player, count, stake.toString(), win.toString(), projectId],
  )
  await setup.losePlayerState()
}

t.test('guarantee 10: without a provider RTP rounds are natural, no player is bound', async t => {
  const client = await openGame('natural')
  t.strictSame(await playedAt(client), [null, null])
  t.match(await stateOf('natural'), { bound: false, startBps: null, effective: null })
})

t.test('guarantee 10: with personal RTP off all players play at the provider RTP', async t => {
  const client = await openGame('public')
  await setRtp({ level: '94.5' })
  t.strictSame(await playedAt(client), [9_450, 'provider-cap'])
  t.match(await stateOf('public'), { bound: false, startBps: 9_450, journal: [] })
  await setRtp({ level: '90' })
  t.strictSame(await playedAt(client), [9_000, 'provider-cap'], 'from the next round on')
})

t.test('guarantee 10: the first round binds a player to the present provider RTP', async t => {
  await setRtp(RIGHTS)
  const client = await openGame('bound')
  t.match(await stateOf('bound'), { bound: false })
  t.strictSame(await playedAt(client), [9_500, 'player'])
  const bound = await stateOf('bound')
  t.match(bound, { bound: true, startBps: 9_500, currentBps: 9_500, mode: 'auto' })
  t.strictSame(changesOf(bound), [['bind', null, 9_500, 'adaptive']])
  await setRtp({ ...RIGHTS, level: '97' })
  t.strictSame(
    await playedAt(client),
    [9_500, 'player'],
    'a registered player keeps the start level',
  )
  await setRtp({ ...RIGHTS, level: '91.25' })
  t.strictSame(await playedAt(client), [9_125, 'provider-cap'], 'the provider RTP is the ceiling')
  t.match(await stateOf('bound'), { startBps: 9_500, currentBps: 9_500 })
  t.equal((await stateOf('bound')).journal.length, 1, 'bound once')
})

t.test(
  'guarantee 10: a manual level holds from the next round on, uncapped, until auto',
  async t => {
    await setRtp(RIGHTS)
    const client = await openGame('manual')
    await play(client)
    await setLevel('manual', 98.5)
    t.strictSame(await playedAt(client), [9_850, 'manual'])
    await operator.rtp('auto', asked('manual'))
    t.strictSame(await playedAt(client), [9_500, 'player'])
    t.strictSame(changesOf(await stateOf('manual')), [
      ['auto', 9_850, 9_500, 'operator'],
      ['set', 9_500, 9_850, 'operator'],
      ['bind', null, 9_500, 'adaptive'],
    ])
  },
)

t.test('guarantee 10: the record holds the level before the wallet is asked', async t => {
  await setRtp(RIGHTS)
  const client = await openGame('fixed')
  await play(client)
  const recorded: unknown[] = []
  wallet.rule({
    method: 'bet',
    playerId: 'fixed',
    before: async call => {
      recorded.push(await levelOf(call.roundId))
      // Too late for this round.
      await setLevel('fixed', 60)
    },
  })
  const round = await play(client)
  t.strictSame(recorded, [[9_500, 'player']])
  t.strictSame(await levelOf(round.roundId), [9_500, 'player'], 'the level stays')
  t.strictSame(await playedAt(client), [6_000, 'manual'])
})

t.test('guarantee 10: two nodes bind a new player only once', async t => {
  await setRtp(RIGHTS)
  const { link, client } = await setup.openGame(node, 'twofold', { symbol: GAME })
  const twin = await setup.openAgain(other, link)
  const answers = await Promise.all([client, twin].map(one => one.spin(cheapestBet(GAME))))
  t.ok(answers.some(({ type }) => type === 'round'))
  for (const one of [client, twin]) t.strictSame(await playedAt(one), [9_500, 'player'])
  t.strictSame(changesOf(await stateOf('twofold')), [['bind', null, 9_500, 'adaptive']])
})

t.test('guarantee 10: the window slides over exactly the last rounds', async t => {
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  const player = 'sliding'
  const { client, link } = await setup.openGame(node, player, { symbol: GAME })
  const same = async (what: string) =>
    t.strictSame(await redisWindow(player), await ledgerWindow(player), what)
  for (let i = 1; i <= 10; i++) {
    await play(client)
    await same(`after round ${i}`)
  }
  await addRounds(player, WINDOW - 13, 40n, 20n)
  for (let i = 1; i <= 6; i++) {
    await play(client)
    await same(`read again, round ${i}`)
  }
  t.equal((await redisWindow(player))!.rounds, WINDOW, 'full')
  await redis.del(`${windowOf(player)}:sums`)
  await play(client)
  await same('after the sums were lost')
  await redis.del(`${windowOf(player)}:rounds`)
  await play(client)
  await same('after the list was lost')
  await redis.rpop(`${windowOf(player)}:rounds`)
  await play(client)
  await same('after a part was lost')
  const elsewhere = await setup.openAgain(other, link)
  await play(elsewhere)
  await same('on another node')
  const second = await openGame(player, OTHER)
  await play(second, OTHER)
  await same('in another game of the provider')
})

t.test('guarantee 10: rounds played while the rule was off are in the window too', async t => {
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  const player = 'switched'
  const client = await openGame(player)
  await play(client)
  await setRtp(RIGHTS)
  for (let i = 0; i < 3; i++) await play(client)
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  await play(client)
  t.strictSame(await redisWindow(player), await ledgerWindow(player))
  t.equal((await redisWindow(player))!.rounds, 5)
})

t.test('guarantee 10: rounds played before a player was bound are not in the window', async t => {
  await setRtp({ level: '95' })
  const player = 'late'
  const client = await openGame(player)
  for (let i = 0; i < 3; i++) await play(client)
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  await play(client)
  t.match(await redisWindow(player), { rounds: 1 })
  await setup.losePlayerState()
  await play(client)
  t.match(await redisWindow(player), { rounds: 2 })
  t.match(await stateOf(player), { roundsSinceAdjust: 2 })
})

t.test('guarantee 10: a wider window is filled from the ledger', async t => {
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  const player = 'widened'
  const client = await openGame(player)
  await play(client)
  await addRounds(player, WINDOW + 20, 40n, 0n)
  await play(client)
  t.equal((await redisWindow(player))!.rounds, WINDOW)
  await setRtp({ ...RIGHTS, adaptive: { ...NEVER, windowRounds: 60 } })
  await play(client)
  t.equal((await redisWindow(player))!.rounds, 60)
})

t.test('guarantee 10: manual and forced rounds stay out of the window', async t => {
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  const player = 'left-out'
  const client = await openGame(player)
  await play(client)
  await setLevel(player, 80)
  await play(client)
  t.equal((await redisWindow(player))!.rounds, 1, 'manual')
  await operator.rtp('auto', asked(player))
  const outcome_id = await operator.scheduleReady(player, GAME, { multiplier: '5' })
  const forced = await play(client)
  t.match(await operator.act('outcome_get', { outcome_id }), { outcome: { status: 'applied' } })
  t.strictSame(await levelOf(forced.roundId), [9_500, 'player'], 'recorded nevertheless')
  t.equal((await redisWindow(player))!.rounds, 1, 'forced')
  await play(client)
  t.strictSame(await redisWindow(player), await ledgerWindow(player))
  t.match(await stateOf(player), { roundsSinceAdjust: 2 })
})

t.test('guarantee 10: a free spin is counted with its nominal bet', async t => {
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  const player = 'guest'
  const client = await openGame(player)
  const { stake } = await play(client)
  const grantId = await operator.giveSpins(player, { symbol: GAME, bet: stake })
  const free = await playOut(client, { grantId })
  t.strictSame(await levelOf(free.roundId), [9_500, 'player'])
  const window = (await redisWindow(player))!
  t.strictSame(window, await ledgerWindow(player))
  t.equal(window.stake, 2n * BigInt(stake.replace('.', '')))
})

t.test('guarantee 10: a full window steps once, then starts again, to the floor', async t => {
  await setRtp({ ...RIGHTS, adaptive: { ...LOWERS, floorBelowStart: '3' } })
  const player = 'lucky'
  const client = await openGame(player)
  await play(client)
  await addRounds(player, WINDOW - 2, 40n, 40n)
  const last = await play(client)
  t.strictSame(await levelOf(last.roundId), [9_500, 'player'], 'the round that fills the window')
  t.match(await stateOf(player), { startBps: 9_500, currentBps: 9_300, roundsSinceAdjust: 0 })
  t.strictSame(await playedAt(client), [9_300, 'player'], 'from the next round on')
  t.match(await redisWindow(player), { rounds: 1 })
  await addRounds(player, WINDOW - 3, 40n, 40n)
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_300 }, 'one round short')
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_200 }, 'the floor is less than a step away')
  await play(client)
  await addRounds(player, WINDOW, 40n, 40n)
  await play(client)
  const lowest = await stateOf(player)
  t.match(lowest, { currentBps: 9_200 })
  t.strictSame(changesOf(lowest), [
    ['lower', 9_300, 9_200, 'adaptive'],
    ['lower', 9_500, 9_300, 'adaptive'],
    ['bind', null, 9_500, 'adaptive'],
  ])
  await setRtp({ ...RIGHTS, adaptive: RESTORES })
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_400 }, 'restored by a step')
  await play(client)
  await addRounds(player, WINDOW - 2, 40n, 0n)
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_500 }, 'never above the start level')
})

t.test('guarantee 10: a window with too little turnover is ignored', async t => {
  const player = 'small'
  const client = await openGame(player)
  await setRtp(RIGHTS)
  const { stake } = await play(client)
  const minor = BigInt(stake.replace('.', ''))
  await addRounds(player, WINDOW - 2, minor, minor)
  const least = minor * BigInt(WINDOW)
  const minTurnover = (amount: bigint) => ({ minTurnover: { EUR: String(amount) } })
  await setRtp({ ...RIGHTS, adaptive: { ...LOWERS, ...minTurnover(least + 1n) } })
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_500 })
  await setRtp({ ...RIGHTS, adaptive: { ...LOWERS, ...minTurnover(least) } })
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_300 })
})

t.test('guarantee 10: a manual level freezes the adaptive rule', async t => {
  await setRtp({ ...RIGHTS, adaptive: LOWERS })
  const player = 'frozen'
  const client = await openGame(player)
  await play(client)
  await addRounds(player, WINDOW, 40n, 40n)
  await setLevel(player, 90)
  t.strictSame(await playedAt(client), [9_000, 'manual'])
  t.match(await stateOf(player), { currentBps: 9_500, mode: 'manual' })
  await operator.rtp('auto', asked(player))
  await play(client)
  t.match(await stateOf(player), { currentBps: 9_300, mode: 'auto' }, 'auto resumes it')
})

t.test('guarantee 10: sums past 2^53 are exact', async t => {
  await setRtp({ ...RIGHTS, adaptive: NEVER })
  const player = 'whale'
  const client = await openGame(player)
  await play(client)
  const large = 999_999_999_999_999n
  await addRounds(player, WINDOW - 5, large, large - 1n)
  const before = (await ledgerWindow(player)).stake
  t.ok(before > 2n ** 55n)
  for (let i = 0; i < 8; i++) {
    await play(client)
    t.strictSame(await redisWindow(player), await ledgerWindow(player), `round ${i}`)
  }
})
