// Played by npm run prove: it opens thousands of sockets and needs the machine for a minute.
// One of two nodes behind HAProxy is killed while all sockets are open: its players reconnect at
// once. Nothing refuses them, the other node stays ready, and those who play on it are answered.
// The configuration is the shipped one.

import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { openPlaySocket, type PlaySocket } from '../../bench/play-socket.ts'
import { findTestProgram } from '../../scripts/test-programs.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { BET, type NodeProcess, openSetup, settingsOf } from '../support/operator-setup.ts'
import { proxiedNodes, startShippedProxy } from '../support/shipped-proxy.ts'
import { sized } from '../support/size.ts'
import { until } from '../support/until.ts'

const SOCKETS = Number(process.env.STORM_SOCKETS ?? sized(1_000, 10_000))
/** Each connection takes two files of HAProxy, and a process may open 20,000 here. */
const SOCKETS_A_PROXY = 5_000
/** Of each node's players; every one spins again a second after its answer. */
const SPINNERS = 100
const AT_ONCE = 16

/** A player who connects again at once, and says hello on every new socket. */
interface Player {
  token: string
  proxy: string
  socket: PlaySocket | null
  /** Sockets that were opened, and upgrades that were refused. */
  opened: number
  refused: string[]
  isWelcome: boolean
  /** Since when it waits for the answer to a spin; null: it does not spin. */
  spinAtMs: number | null
  spinsMs: number[]
}

async function playStorm(command: string): Promise<void> {
  const setup = await openSetup(t)
  const quotas = { launch: 1_000_000, actions: 1_000_000 }
  await setup.change({ settings: { ...settingsOf({}), callsPerMinute: quotas } })
  const env = { TRUSTED_PROXIES: '127.0.0.1/32', LOG_LEVEL: 'warn' }
  const nodes = [await setup.startProcess(env), await setup.startProcess(env)] as const
  const proxies: string[] = []
  for (let n = 0; n * SOCKETS_A_PROXY < SOCKETS; n++) {
    const connections = SOCKETS_A_PROXY + 500
    proxies.push((await startShippedProxy(t, command, proxiedNodes(nodes), connections)).url)
  }
  const players = await launchAll(setup, nodes[0], proxies)
  await inParallel(players, connect)
  await until('all are welcome', () => players.every(({ isWelcome }) => isWelcome))
  const stopSpinning = spinFrom(players.slice(0, 2 * SPINNERS))
  await until(
    'they spin',
    () => players.filter(({ spinsMs }) => spinsMs.length > 2).length > SPINNERS,
  )
  for (const each of players) each.spinsMs = []
  const watch = watchHealth(nodes[1], proxies)
  const before = new Map(players.map(each => [each, each.opened]))
  const startedMs = performance.now()
  await nodes[0].kill()
  await until('its players have noticed', () => players.some(each => !each.isWelcome))
  await until('all are welcome', () => players.every(({ isWelcome }) => isWelcome))
  const tookMs = performance.now() - startedMs
  stopSpinning()
  const health = await watch.stop()
  const moved = players.filter(each => each.opened > before.get(each)!)
  const spins = players.filter(each => !moved.includes(each)).flatMap(({ spinsMs }) => spinsMs)
  t.comment(
    `${SOCKETS} sockets, ${moved.length} reconnected: all play after ${Math.round(tookMs)} ms`,
  )
  t.comment(`${spins.length} spins of the others: ${printTimes(spins)}`)
  t.comment(`/readyz of the node that stayed: ${printTimes(health.readyMs)}`)
  t.comment(`/health through HAProxy: ${printTimes(health.publicMs)}`)
  t.ok(moved.length >= SOCKETS / 3, 'the killed node had its share')
  t.strictSame(
    players.flatMap(({ refused }) => refused),
    [],
    'no upgrade is refused',
  )
  t.strictSame([...health.statuses], ['readyz 200', 'health 200'], 'ready all the time')
  t.ok(spins.length > 0)
}

const printTimes = (ms: readonly number[]) => {
  const sorted = [...ms].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)}, at most ${at(1)}`
}

async function launchAll(
  setup: Awaited<ReturnType<typeof openSetup>>,
  node: NodeProcess,
  proxies: readonly string[],
): Promise<Player[]> {
  const players: Player[] = []
  await inParallel(
    Array.from({ length: SOCKETS }, (_, n) => n),
    async n => {
      const link = await launch(setup, node, `player-${n}`)
      const token = new URL(link).hash.replace('#token=', '')
      const proxy = proxies[n % proxies.length]!
      const rest = { opened: 0, refused: [], isWelcome: false, spinAtMs: null, spinsMs: [] }
      players.push({ token, proxy, socket: null, ...rest })
    },
  )
  return players
}

/** Repeated as an operator would: a busy machine may answer the wallet's call late. */
async function launch(
  setup: Awaited<ReturnType<typeof openSetup>>,
  node: NodeProcess,
  playerId: string,
): Promise<string> {
  for (;;) {
    const launched = await setup.launch(node, { player_id: playerId }).catch(String)
    if (typeof launched === 'object') return launched.link
    if (!launched.includes('BALANCE_UNAVAILABLE')) throw new Error(launched)
  }
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items]
  const run = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

let isOver = false
t.teardown(() => {
  isOver = true
})
let requests = 0

async function connect(player: Player): Promise<void> {
  const url = new URL('/play/socket', player.proxy)
  try {
    const socket = await openPlaySocket(url, {
      onMessage: text => take(player, JSON.parse(text)),
      onClose() {
        player.isWelcome = false
        player.spinAtMs = null
        if (!isOver) void connect(player)
      },
    })
    player.opened++
    player.socket = socket
    t.teardown(() => socket.cut())
    socket.send(JSON.stringify({ type: 'hello', requestId: `h${++requests}`, token: player.token }))
  } catch (error) {
    if (isOver) return
    player.refused.push(String(error))
    await pause(1_000)
    await connect(player)
  }
}

function take(player: Player, message: ServerMessage): void {
  if (message.type === 'welcome') player.isWelcome = true
  if (message.type === 'error' && message.code === 'UNAUTHORIZED') player.refused.push('hello')
  const isOutcome =
    message.type === 'outcome' || message.type === 'round' || message.type === 'error'
  if (!isOutcome || player.spinAtMs === null) return
  player.spinsMs.push(performance.now() - player.spinAtMs)
  player.spinAtMs = null
}

/** A game is chosen by the launch; a round that waits for a decision is left to itself. */
function spinFrom(players: readonly Player[]): () => void {
  const timer = setInterval(() => {
    for (const player of players) {
      if (!player.isWelcome || player.spinAtMs !== null) continue
      player.spinAtMs = performance.now()
      const requestId = `s${++requests}`
      player.socket!.send(JSON.stringify({ type: 'spin', requestId, bet: BET, mode: 'base' }))
    }
  }, 1_000)
  t.teardown(() => clearInterval(timer))
  return () => clearInterval(timer)
}

/** Asks as a balancer does, and as a monitor outside does. */
function watchHealth(node: NodeProcess, proxies: readonly string[]) {
  const [statuses, readyMs, publicMs] = [new Set<string>(), [] as number[], [] as number[]]
  let isWatching = true
  const ask = async (name: string, url: string, times: number[]) => {
    const startedMs = performance.now()
    const status = await fetch(url).then(each => each.text().then(() => each.status), String)
    times.push(performance.now() - startedMs)
    statuses.add(`${name} ${status}`)
  }
  const follow = async () => {
    while (isWatching) {
      await ask('readyz', `${node.probesUrl}/readyz`, readyMs)
      for (const each of proxies) await ask('health', `${each}/health`, publicMs)
      await pause(100)
    }
  }
  const following = follow()
  return {
    async stop() {
      isWatching = false
      await following
      return { statuses, readyMs, publicMs }
    },
  }
}

const haproxy = findTestProgram('haproxy')
if (haproxy === null) t.test('a storm', { skip: 'HAProxy is not installed' }, () => {})
else await playStorm(haproxy)
