// Kill switches on two nodes whose players spin all the time: once a pause is answered no node
// starts a round in its scope, started rounds finish, and play continues on the same sockets after
// the pause is lifted.

import t, { type Test } from 'tap'
import { EVERYTHING, type PausedScope } from '../../src/core/pauses.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import type { GameDefinition } from '../../src/games/engine/contract.ts'
import { ALL_NODES, changeNodeSetting } from '../../src/ledger/nodes/node-settings.ts'
import {
  type PauseState,
  readPauseState,
  waitUntilApplied,
} from '../../src/ledger/pauses/node-pauses.ts'
import { liftPause, listPauses, setPause } from '../../src/ledger/pauses/pauses.ts'
import { act, bodyOf } from '../support/game-actions.ts'
import { BET, GAME, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { codeOf, connectPlayer, type PlayClient, roundOf } from '../support/play-client.ts'
import { pluck } from '../support/results.ts'
import { isFullSize, onlyFullSize, sized } from '../support/size.ts'
import { moment, until } from '../support/until.ts'

const BY = { actor: 'owner:olga', origin: 'test' }
const setup = await openSetup(t)
const { pool, wallet, project } = setup
/** Of each node; a second one joins during a pause. */
const lanes = sized(1, 2)
const nodes = [await setup.startNode({ lanes }), await setup.startNode({ lanes })] as const
const [node, otherNode] = nodes
const PROJECTS = { casino: project, other: await setup.newProject('other') }

const gameOf = (id: string) => GAMES.find(game => game.id === id)!
const OTHER_GAME = GAMES.find(({ provider }) => provider !== gameOf(GAME).provider)!.id

/** Ends the round with the first option, or by collecting the win. */
async function finish(client: PlayClient, answer: Awaited<ReturnType<PlayClient['spin']>>) {
  let message = answer
  while (message.type === 'round' && message.round.status === 'awaiting') {
    const { roundId, awaiting } = message.round
    message =
      awaiting?.kind === 'choice'
        ? await client.send({ type: 'choose', roundId, option: awaiting.options[0]! })
        : await client.collect(roundId)
  }
  return message
}

/** Of each player: without a pause they would keep a core from the nodes. */
const SPIN_EVERY_MS = sized(50, 20)

/** Spins again and again until stopped. */
function keepSpinning(client: PlayClient, game: GameDefinition) {
  const bet = smallestBet(game, 'EUR')
  const counts = { played: 0, paused: 0 }
  const strange: string[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const answer = await finish(client, await client.spin(bet))
      const code = codeOf(answer)
      if (code === 'round') counts.played++
      else if (code === 'GAME_PAUSED') counts.paused++
      else strange.push(code)
      await moment(SPIN_EVERY_MS)
    }
  })()
  return {
    counts,
    strange,
    stop: async () => {
      isOver = true
      await done
    },
    async isPlaying() {
      const { played } = counts
      await until('three more rounds', () => counts.played >= played + 3)
    },
    async isRefused() {
      const { paused } = counts
      await until('three more refusals', () => counts.paused >= paused + 3)
    },
  }
}

/** At each change a player of each project and of each game at each node, else all pairs twice. */
const SEATS = nodes.flatMap((node, at) =>
  Object.keys(PROJECTS).flatMap((projectId, project) =>
    [GAME, OTHER_GAME].flatMap((symbol, game) =>
      (isFullSize ? [1, 2] : (at + project + game) % 2 === 0 ? [1] : []).map(number => ({
        node,
        projectId: projectId as keyof typeof PROJECTS,
        symbol,
        player_id: `p-${at}-${number}-${symbol}`,
      })),
    ),
  ),
)
type Seat = (typeof SEATS)[number]

/** Every player sits at a game and spins. */
const seatAll = (t: Test) =>
  Promise.all(
    SEATS.map(async seat => {
      const { node, projectId, player_id, symbol } = seat
      const launched = launchBody(PROJECTS[projectId], { player_id, symbol })
      const { link } = await bodyOf(post(node, '/playGame.do', launched))
      const client = await connectPlayer(t, node.baseUrl, String(link))
      await client.hello()
      return { seat, player: keepSpinning(client, gameOf(symbol)) }
    }),
  )

/** Pauses, and waits as the command and the panel do. */
async function pause(scope: PausedScope, reason = 'a test'): Promise<PauseState> {
  const set = await setPause(pool, scope, reason, BY)
  if (set.kind !== 'paused') throw new Error(set.kind)
  return waitUntilApplied(pool, set.revision)
}

async function lift(scope: PausedScope): Promise<void> {
  const lifted = await liftPause(pool, scope, BY)
  if (lifted.kind !== 'lifted') throw new Error(lifted.kind)
  const { isInForce } = await waitUntilApplied(pool, lifted.revision)
  if (!isInForce) throw new Error('the nodes do not go on')
}

/** By project and game: rounds created after the moment. */
async function roundsAfter(at: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT project_id || ' ' || game_id AS name FROM round WHERE created_at > $1`,
    [at],
  )
  return pluck(rows, 'name')
}

const nameOf = ({ projectId, symbol }: Seat) => `${projectId} ${symbol}`

const CASES: [scope: PausedScope, isCovered: (seat: Seat) => boolean][] = [
  [{ scope: 'game', subject: GAME }, ({ symbol }) => symbol === GAME],
  [{ scope: 'provider', subject: gameOf(OTHER_GAME).provider }, ({ symbol }) => symbol !== GAME],
  [{ scope: 'project', subject: 'casino' }, ({ projectId }) => projectId === 'casino'],
  [{ scope: 'all', subject: EVERYTHING }, () => true],
]

t.test('guarantee 21: once a pause is answered, no node starts a round of it', async t => {
  const all = await seatAll(t)
  for (const [scope, isCovered] of CASES) {
    await Promise.all(all.map(({ player }) => player.isPlaying()))
    const { isInForce, at, nodes: applying } = await pause(scope)
    t.equal(isInForce, true)
    t.equal(applying.length, 2, 'both nodes confirmed it')
    await Promise.all(
      all.map(({ seat, player }) => (isCovered(seat) ? player.isRefused() : player.isPlaying())),
    )
    const covered = new Set(SEATS.filter(isCovered).map(nameOf))
    const others = new Set(SEATS.filter(seat => !isCovered(seat)).map(nameOf))
    const after = await roundsAfter(at)
    const started = after.filter(name => covered.has(name))
    const what = `${scope.scope} ${scope.subject}`
    t.strictSame(started, [], `${what}: no round was opened after the answer`)
    t.equal(after.length, others.size, 'all others go on')
    await lift(scope)
    await Promise.all(all.map(({ player }) => player.isPlaying()))
  }
  await Promise.all(all.map(({ player }) => player.stop()))
  for (const { player } of all) t.strictSame(player.strange, [])
  const { rows } = await pool.query("SELECT state FROM round WHERE state <> 'settled'")
  t.strictSame(rows, [], 'every started round finished')
})

t.test('guarantee 21: a round that waits for a decision goes on, as does its request', async t => {
  const { client } = await setup.openGame(node, 'decides')
  let requestId = ''
  let round: ReturnType<typeof roundOf>
  do {
    requestId = `spin-${Math.random()}`
    round = roundOf(await client.spin(BET, requestId))
  } while (round.status !== 'awaiting')
  const everything = { scope: 'all', subject: EVERYTHING } as const
  await pause(everything)
  t.equal(codeOf(await client.spin(BET)), 'ROUND_OPEN', 'the waiting round has priority')
  t.equal(roundOf(await client.collect(round.roundId)).status, 'settled')
  t.equal(codeOf(await client.spin(BET)), 'GAME_PAUSED')
  t.equal(roundOf(await client.spin(BET, requestId)).roundId, round.roundId)
  await lift(everything)
  t.equal((await finish(client, await client.spin(BET))).type, 'round')
})

t.test('guarantee 21: wallet calls of a started round are repeated until it is over', async t => {
  const playerId = 'waits'
  const { client } = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply' })
  const answer = roundOf(await client.spin(BET))
  t.equal(answer.status, 'pending')
  const scope = { scope: 'project', subject: 'casino' } as const
  const pushed = client.nextNews()
  await pause(scope)
  const news = await pushed
  t.not(roundOf(news).status, 'pending', 'its bet was sent again')
  await finish(client, news)
  t.equal(codeOf(await client.spin(BET)), 'GAME_PAUSED')
  await lift(scope)
})

t.test('free spins and bought features are new rounds too, and are kept for later', async t => {
  const buys = GAMES.find(
    ({ modes, freeSpins }) => freeSpins && modes.some(mode => mode.kind === 'buy'),
  )!
  const mode = buys.modes.find(({ kind }) => kind === 'buy')!.id
  const bet = smallestBet(buys, 'EUR')
  const { client } = await setup.openGame(otherNode, 'gets', { symbol: buys.id })
  const scope = { scope: 'game', subject: buys.id } as const
  await pause(scope)
  t.equal(codeOf(await client.send({ type: 'spin', bet, mode })), 'GAME_PAUSED')
  const grant = { player_id: 'gets', currency: 'EUR', symbol: buys.id, count: 2, bet: '0.20' }
  const given = await bodyOf(act(otherNode, project, 'freespins_create', grant))
  const { grant_id: grantId } = given.grant as { grant_id: string }
  t.equal(codeOf(await client.freeSpin(grantId)), 'GAME_PAUSED')
  const again = await setup.openGame(node, 'gets', { symbol: buys.id })
  t.match(again.welcome, { type: 'welcome', paused: true, freeSpins: { grantId, remaining: 2 } })
  t.equal(wallet.of('bet', 'gets').length, 0, 'the wallet was not called')
  await lift(scope)
  const first = await finish(again.client, await again.client.freeSpin(grantId))
  t.match(first, { type: 'round', freeSpins: { remaining: 1 } })
  t.match(await client.hello(), { paused: false })
})

const LISTENERS = `FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'reelhouse listener'`

t.test('a lane that is added during a pause has the pause, and the next one', async t => {
  const scope = { scope: 'game', subject: GAME } as const
  await pause(scope)
  const setLanes = (value: string | null) =>
    changeNodeSetting(pool, { node: ALL_NODES, name: 'lanes', value }, BY)
  const wanted = sized('2', '5')
  await setLanes(wanted)
  const count = async () => {
    const { rows } = await pool.query("SELECT settings ->> 'lanes' AS lanes FROM node_state")
    return rows.map(row => row.lanes)
  }
  await until('its lanes', async () => (await count()).every(lanes => lanes === wanted))
  const open = (_: unknown, number: number) =>
    setup.openGame(nodes[number % 2]!, `spread-${number}`)
  const players = await Promise.all(Array.from({ length: 12 }, open))
  for (const { client } of players) t.equal(codeOf(await client.spin(BET)), 'GAME_PAUSED')
  await lift(scope)
  for (const { client } of players) {
    t.not(codeOf(await finish(client, await client.spin(BET))), 'GAME_PAUSED')
  }
  await pause(scope)
  for (const { client } of players) t.equal(codeOf(await client.spin(BET)), 'GAME_PAUSED')
  await lift(scope)
  const { rowCount } = await pool.query(`SELECT ${LISTENERS}`)
  t.equal(rowCount, nodes.length, 'a node listens with one connection for all its lanes')
  await setLanes(null)
})

t.test('a pause reaches nodes whose listening connections are cut repeatedly', async t => {
  const scope = { scope: 'game', subject: GAME } as const
  const { client } = await setup.openGame(node, 'deaf')
  await pool.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`)
  const { isInForce } = await pause(scope)
  t.equal(isInForce, true)
  t.equal(codeOf(await client.spin(BET)), 'GAME_PAUSED')
  await lift(scope)
  t.not(codeOf(await finish(client, await client.spin(BET))), 'GAME_PAUSED')
})

t.test(
  'a stopped node is named, and applies the pause when it continues',
  onlyFullSize,
  async t => {
    const third = await setup.startProcess({ NODE_NAME: 'third' })
    await until('its row has its revision', async () => {
      const { nodes, isInForce } = await readPauseState(pool, (await listPauses(pool)).revision)
      return isInForce && nodes.some(({ node }) => node === 'third')
    })
    const { client } = await setup.openGame(third, 'frozen')
    t.not(codeOf(await finish(client, await client.spin(BET))), 'GAME_PAUSED')
    const scope = { scope: 'game', subject: GAME } as const
    third.child.kill('SIGSTOP')
    const set = await setPause(pool, scope, 'a node stands still', BY)
    if (set.kind !== 'paused') return t.fail(set.kind)
    const early = await waitUntilApplied(pool, set.revision, 300)
    t.equal(early.isInForce, false)
    const late = early.nodes.filter(({ applies }) => !applies)
    t.strictSame(pluck(late, 'node'), ['third'])
    const spun = client.spin(BET)
    third.child.kill('SIGCONT')
    const applied = await waitUntilApplied(pool, set.revision)
    t.equal(applied.isInForce, true)
    await finish(client, await spun)
    t.equal(codeOf(await client.spin(BET)), 'GAME_PAUSED')
    t.notMatch(await roundsAfter(applied.at), [`casino ${GAME}`])
    third.child.kill('SIGTERM')
    await until('its row is gone', async () => {
      const { nodes } = await readPauseState(pool, set.revision)
      return nodes.every(({ node }) => node !== 'third')
    })
    await lift(scope)
  },
)

t.test('a change is audited with its actor, reason and previous value', async t => {
  const scope = { scope: 'provider', subject: 'provider_a' } as const
  await pause(scope, 'a wrong pay table')
  t.match(await setPause(pool, scope, 'once more', BY), {
    kind: 'paused-already',
    pause: { reason: 'a wrong pay table', pausedBy: 'owner:olga' },
  })
  t.match(await listPauses(pool), { pauses: [{ ...scope, reason: 'a wrong pay table' }] })
  await lift(scope)
  t.match(await liftPause(pool, scope, BY), { kind: 'not-paused' })
  const unknown = { scope: 'project', subject: 'nobody' } as const
  t.match(await setPause(pool, unknown, 'x', BY), { kind: 'unknown-project' })
  const { rows } = await pool.query(
    `SELECT actor, action, before, after FROM audit WHERE subject = 'provider provider_a'
      ORDER BY sequence`,
  )
  t.match(rows, [
    {
      actor: 'owner:olga',
      action: 'pause.set',
      before: null,
      after: { reason: 'a wrong pay table' },
    },
    {
      action: 'pause.lifted',
      before: { reason: 'a wrong pay table', pausedBy: 'owner:olga' },
      after: null,
    },
  ])
  t.equal(rows.length, 2, 'refusals are not audited as changes')
})
