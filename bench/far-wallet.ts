// A distant wallet: how many rounds a second a platform settles while every wallet call takes time,
// with the default number of connections and with more. Changes that number while the platform
// runs, as an owner would.

import {
  createCommand,
  defineCommand,
  printJson,
  printLines,
  refuseUse,
  say,
} from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { WALLET_CONNECTIONS, WALLET_CONNECTIONS_MAX } from '../src/core/project-settings.ts'
import { changeProject } from '../src/ledger/projects/project-changes.ts'
import { createProject, type Project } from '../src/ledger/projects/projects.ts'
import { closedLoop, measurePart, type Part, type PartOptions } from './load-part.ts'
import {
  GAMES_WITHOUT_DECISIONS,
  type OverloadPlayer,
  openOverloadPlayer,
} from './overload-player.ts'
import { type Check, checkSettled } from './stream-check.ts'
import { forEach, launchAll } from './stream-launch.ts'
import { openPlatform, type Platform, withStores } from './stream-platform.ts'
import { describeMachine, rounded } from './stream-report.ts'
import { compareUse, createUseReader } from './stream-use.ts'
import { startWallet, type Wallet } from './suite/operators.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse bench far-wallet',
    `An operator's wallet that answers every call after the latency. First one player alone; then all players, each
    spinning again as soon as it is answered, with the usual connections and with those given. Shows settled
    rounds a second, latency and who used the cores; exits with 1 when a round was refused or is left over.`,
  )
    .option('--latency <ms>', 'of every wallet call', numberUpTo(1_500), 100)
    .option(
      '--connections <count>',
      '"walletConnections" of the project in the last part',
      countUpTo(WALLET_CONNECTIONS_MAX),
      256,
    )
    .option('--players <count>', 'with a spin under way at once', countUpTo(400), 256)
    .option('--seconds <seconds>', 'of each part', numberUpTo(1e5, 0.1), 15)
    .option('--settling <seconds>', 'at the beginning of each part, not counted', numberUpTo(60), 3)
    .option(
      '--data-dir <folder>',
      'of an "up" that runs already; or where the own one keeps its data',
    )
    .option('--json', 'the figures as one line on stdout'),
  async ({ dataDir = null, json, ...options }) => {
    if (options.seconds <= options.settling) refuseUse('--seconds is longer than --settling.')
    const platform = await openPlatform({
      baseUrl: null,
      dataDir,
      keepData: false,
    })
    let endWallet = () => {}
    const defer = (end: () => unknown) => {
      endWallet = end as () => void
    }
    try {
      const wallet = await startWallet({ defer }, options.latency)
      const result = await measureFarWallet(platform, wallet, options)
      if (json === true) printJson(result)
      else printLines(printReport(result))
      return result.checks.every(({ ok }) => ok) ? 0 : 1
    } finally {
      endWallet()
      await platform.stop()
    }
  },
)

const OPENINGS_AT_ONCE = 64

interface FarWalletOptions extends PartOptions {
  latency: number
  connections: number
  players: number
}

interface FarPart extends Part {
  players: number
  connections: number
  /** By user: cores, and core microseconds a settled round. */
  use: Record<string, { cores: number; usARound: number }>
}

interface FarWalletResult {
  machine: ReturnType<typeof describeMachine>
  options: FarWalletOptions
  parts: FarPart[]
  /**
   * The bound of the last part's p50: a tenth and one round trip more than that of a single player.
   */
  p50BoundMs: number
  checks: Check[]
}

/** Shared by all parts. */
interface Setting {
  platform: Platform
  wallet: Wallet
  options: FarWalletOptions
  project: Project
}

async function measureFarWallet(
  platform: Platform,
  wallet: Wallet,
  options: FarWalletOptions,
): Promise<FarWalletResult> {
  const project = await createFarProject(platform, wallet)
  const setting = { platform, wallet, options, project }
  const prefix = 'far-'
  say(`Launching ${options.players} sessions at ${platform.baseUrl} ...`)
  const players = await openPlayers(setting, prefix)
  const alone = await play(setting, 'one player', players.slice(0, 1), WALLET_CONNECTIONS)
  const usual = await play(setting, 'usual', players, WALLET_CONNECTIONS)
  await setConnections(setting, options.connections)
  const raised = await play(setting, 'set', players, options.connections)
  const parts = [alone, usual, raised]
  const identity = { projectIds: [project.projectId], playerPrefix: prefix }
  const checks = [
    await withStores(platform, ({ pool }) => checkSettled(pool, identity)),
    ...parts.map(checkRefused),
  ]
  for (const player of players) player.close()
  const p50BoundMs = alone.latencyMs.p50 * 1.1 + options.latency
  return { machine: describeMachine(), options, parts, p50BoundMs, checks }
}

function checkRefused({ name, refusedASecond }: FarPart): Check {
  const ok = Object.keys(refusedASecond).length === 0
  return { name: `${name}: no spin refused`, ok, detail: JSON.stringify(refusedASecond) }
}

const masterKeyOf = (platform: Platform) => Buffer.from(platform.stores().masterKey, 'hex')

async function createFarProject(platform: Platform, wallet: Wallet): Promise<Project> {
  const wanted = {
    projectId: `far-${Date.now().toString(36)}`,
    callbackUrl: wallet.url,
    allowedNetworks: ['127.0.0.0/8'],
  }
  const created = await withStores(platform, ({ pool }) =>
    createProject(pool, masterKeyOf(platform), wanted, { allowLoopback: true }),
  )
  if (!created.ok) throw new Error(`the project is refused: ${created.reason}`)
  return created.project
}

/** Takes effect at once, while the platform runs. */
async function setConnections({ platform, project }: Setting, count: number): Promise<void> {
  const settings = { ...project.settings, walletConnections: count }
  const changed = await withStores(platform, ({ pool }) =>
    changeProject(pool, masterKeyOf(platform), project, { settings }, { allowLoopback: true }),
  )
  if (!changed.ok) throw new Error(`the project is not changed: ${changed.code}`)
}

async function openPlayers(
  { platform, project, options }: Setting,
  prefix: string,
): Promise<OverloadPlayer[]> {
  const { projectId, apiKey } = project
  const operator = { baseUrl: platform.baseUrl, projectId, apiKey }
  const games = GAMES_WITHOUT_DECISIONS
  const launched = await launchAll(operator, prefix, options.players, games, ['USD'])
  const url = new URL('/play/socket', platform.baseUrl)
  const players = new Array<OverloadPlayer>(options.players)
  await forEach(options.players, OPENINGS_AT_ONCE, async i => {
    players[i] = await openOverloadPlayer(url, launched[i]!.link)
  })
  return players
}

async function play(
  { platform, wallet, options }: Setting,
  name: string,
  players: readonly OverloadPlayer[],
  connections: number,
): Promise<FarPart> {
  say(`${players.length} at once, ${connections} connections, for ${options.seconds} s ...`)
  const use = await withStores(platform, ({ pool, redis }) =>
    createUseReader(platform.pid, redis, pool),
  )
  const read = () => ({ use: use.read(), wallet: wallet.program.cpuSeconds() })
  const [before, startedMs] = [read(), performance.now()]
  const part = await measurePart(
    name,
    options,
    platform,
    () => {},
    (counts, untilMs) => closedLoop(players, counts, untilMs),
  )
  const [after, seconds] = [read(), (performance.now() - startedMs) / 1000]
  const walletSeconds = after.wallet - before.wallet
  const used = compareUse(before.use, after.use, 1).map(({ name, cpuSeconds }) => {
    const isRest = name.startsWith('anything else')
    return [name.trim(), isRest ? cpuSeconds - walletSeconds : cpuSeconds] as const
  })
  const inCores = [...used, ['wallet', walletSeconds] as const].map(([name, cpuSeconds]) => {
    const cores = cpuSeconds / seconds
    return [
      name,
      { cores: rounded(cores), usARound: Math.round((cores * 1e6) / part.settledASecond) },
    ]
  })
  return { ...part, players: players.length, connections, use: Object.fromEntries(inCores) }
}

function printReport({ machine, options, parts, p50BoundMs, checks }: FarWalletResult): string {
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; everything shares the machine`,
    `every wallet call takes ${options.latency} ms`,
    ...parts.flatMap(({ name, players, connections, settledASecond, latencyMs, use }) => [
      '',
      `${name}: ${players} at once, ${connections} connections: ${rounded(settledASecond)} rounds a second, ` +
        `p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99}, max ${latencyMs.max}`,
      ...Object.entries(use).map(
        ([who, { cores, usARound }]) =>
          `  ${who.padEnd(32)}${cores.toFixed(3).padStart(7)} cores${`${usARound}`.padStart(8)} us a round`,
      ),
    ]),
    '',
    `p50 may be  ${rounded(p50BoundMs)} ms: a tenth and one call more than that of one player`,
    ...checks.map(({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}`),
  ].join('\n')
}
