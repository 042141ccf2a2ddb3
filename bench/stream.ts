// A stream of launched sessions that spin over WebSocket, and the proof that the books are right
// afterwards. Starts a separate platform unless one is named.

import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCommand, defineCommand, refuseUse, say } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import { drawStream, type Second } from './curve-plot.ts'
import { describeMachine, printFigures } from './printing.ts'
import { answerProbe } from './profile/probe.ts'
import { createProfiles, type Profiles } from './profile/profiles.ts'
import { type Check, checkBooks, notificationsOwed, type StreamIdentity } from './stream-check.ts'
import { type Launched, launchAll, tokenOf } from './stream-launch.ts'
import {
  openPlatform,
  type Platform,
  type StoreConnections,
  withStores,
} from './stream-platform.ts'
import { createPlayer, type Player } from './stream-player.ts'
import { watchProgress } from './stream-progress.ts'
import {
  createFigures,
  figuresOf,
  isGood,
  reportStream,
  type StreamFigures,
  type StreamResult,
} from './stream-report.ts'
import { compareLedger, compareUse, createUseReader, readLedgerCounters } from './stream-use.ts'
import { type StreamWallet, startOperatorWallet, useBuiltInWallet } from './stream-wallet.ts'
import { forEach } from './suite/load.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- stream',
    `Launches sessions over HTTP, spins over WebSocket, checks every answer, then compares the
    ledger, the wallet and what the players saw. Exits with 1 when anything is wrong.`,
  )
    .option('--sessions <count>', 'launched sessions, a player each', countUpTo(1e6), 2_000)
    .option('--spins <count>', 'spins of all together', countUpTo(1e9), 100_000)
    .option('--players-at-once <count>', 'players with a spin under way', countUpTo(1e6), 64)
    .option('--seed <number>', 'choices of the players', countUpTo(1e9), 1)
    .option(
      '--wallet-latency <ms>',
      "the wallet is the operators', a separate process that answers after this long",
      countUpTo(2_000, 0),
    )
    .option('--kill', 'SIGKILL the platform in the middle and start it again')
    .option('--data-dir <folder>', 'of an "up" that runs already, or of the one that is started')
    .option('--plot <file>', 'rate and latency over time, as SVG')
    .option('--profile <folder>', 'CPU and heap profiles of every thread')
    .option('--json', 'the figures as one line on stdout'),
  async ({ dataDir = null, profile, plot, json, kill = false, ...options }) => {
    if (kill && profile !== undefined) refuseUse('--kill ends the threads that --profile measures.')
    const platform = await openPlatform(dataDir, profile !== undefined)
    try {
      const profiles = profile === undefined ? undefined : createProfiles(profile)
      profiles?.add('', platform.ask)
      profiles?.add('generator', async question => [await answerProbe(question, '')])
      const result = await stream(platform, { ...options, kill }, plot ?? null, profiles)
      printFigures(json, result, reportStream)
      return isGood(result) ? 0 : 1
    } finally {
      await platform.stop()
    }
  },
)

const OPENINGS_AT_ONCE = 64
/** Within this time the recovery job sends every round_info that is owed after a kill. */
const NOTIFICATION_DEADLINE_MS = 30_000
const ERRORS_SHOWN = 10

interface StreamOptions {
  sessions: number
  spins: number
  playersAtOnce: number
  seed: number
  kill: boolean
  /** Latency of the operators' wallet, ms; absent: the built-in wallet. */
  walletLatency?: number | undefined
}

function createPlayers(
  platform: Platform,
  launched: readonly Launched[],
  options: StreamOptions,
  figures: StreamFigures,
): Player[] {
  const socketUrl = new URL('/play/socket', platform.baseUrl)
  const shared = { socketUrl, figures, mayReconnect: options.kill }
  return launched.map(({ link, meta }, index) => {
    const session = { token: tokenOf(link), sessionId: meta.session_id }
    return createPlayer({ index, ...session, ...shared }, options.seed * 1_000_003 + index)
  })
}

/** Spins of all players in turn; the first error ends the stream. */
async function playAll(
  players: readonly Player[],
  { spins, playersAtOnce }: StreamOptions,
): Promise<string[]> {
  const free = [...players]
  const errors: string[] = []
  let left = spins
  const hand = async () => {
    while (left > 0 && errors.length === 0) {
      left--
      const player = free.shift()!
      await player.play().catch(error => errors.push((error as Error).message))
      free.push(player)
    }
  }
  await Promise.all(Array.from({ length: Math.min(playersAtOnce, players.length) }, hand))
  return errors.slice(0, ERRORS_SHOWN)
}

/** Kills the platform once a third of the spins is done; resolves when it answers again. */
async function killInTheMiddle(platform: Platform, figures: StreamFigures, spins: number) {
  while (figures.rounds < spins / 3) await sleep(10)
  const killedMs = performance.now()
  await platform.kill()
  await platform.restart()
  const answered = figures.resumed.count()
  while (figures.resumed.count() === answered && figures.rounds < spins) await sleep(5)
  return { killedMs, outageSeconds: (performance.now() - killedMs) / 1000 }
}

async function checkAll(
  { pool, redis }: StoreConnections,
  stream: StreamIdentity,
  figures: StreamFigures,
  wallet: StreamWallet,
): Promise<Check[]> {
  const deadline = performance.now() + NOTIFICATION_DEADLINE_MS
  while ((await notificationsOwed(pool)) > 0 && performance.now() < deadline) await sleep(200)
  const owed = await notificationsOwed(pool)
  const { sums, rules } = await wallet.readBooks(redis)
  return [
    ...(await checkBooks(pool, sums, stream, figures)),
    ...rules,
    { name: 'every round_info answered', ok: owed === 0, detail: `${owed} owed` },
  ]
}

async function stream(
  platform: Platform,
  options: StreamOptions,
  plotFile: string | null,
  profiles: Profiles | undefined,
): Promise<StreamResult> {
  const playerPrefix = `stream-${Date.now().toString(36)}-`
  const use = await withStores(platform, stores => createUseReader(platform.pid, stores))
  say(`Launching ${options.sessions} sessions at ${platform.baseUrl} ...`)
  const launchStartedMs = performance.now()
  const wallet =
    options.walletLatency === undefined
      ? useBuiltInWallet(platform)
      : await startOperatorWallet(platform, options.walletLatency, options, profiles)
  const launched = await launchForAll(wallet, playerPrefix, options.sessions)
  const launchSeconds = (performance.now() - launchStartedMs) / 1000
  const figures = createFigures()
  const players = createPlayers(platform, launched, options, figures)
  await forEach(players.length, OPENINGS_AT_ONCE, i => players[i]!.open())

  const readLedger = () => withStores(platform, ({ pool }) => readLedgerCounters(pool))
  const ledgerBefore = await readLedger()
  await profiles?.start()
  const before = use.read()
  const progress = watchProgress(figures, options.spins)
  const startedMs = performance.now()
  const killing = options.kill ? killInTheMiddle(platform, figures, options.spins) : null
  const errors = await playAll(players, options)
  const seconds = progress.elapsedSeconds()
  progress.stop()
  const after = use.read()
  await profiles?.stop('stream')
  const killed = errors.length === 0 ? await killing : null
  const identity = { projectIds: wallet.operators.map(({ projectId }) => projectId), playerPrefix }
  const checks = await withStores(platform, stores => checkAll(stores, identity, figures, wallet))
  const ledgerAfter = await readLedger()
  for (const player of players) player.close()
  wallet.close()

  const result: StreamResult = {
    machine: describeMachine(),
    options,
    launch: { seconds: launchSeconds, launchesASecond: options.sessions / launchSeconds },
    seconds,
    spins: figures.rounds,
    spinsASecond: figures.rounds / seconds,
    ...figuresOf(figures),
    outageSeconds: killed?.outageSeconds ?? null,
    // After a kill, other processes than before have done the work.
    use: options.kill ? [] : compareUse(before, after, figures.rounds),
    peakPlatformMb: use.peakPlatformMb(),
    ledger: compareLedger(ledgerBefore, ledgerAfter, figures.rounds),
    checks,
    errors,
  }
  const marks =
    killed === null ? [] : [{ atSecond: (killed.killedMs - startedMs) / 1000, word: 'SIGKILL' }]
  if (plotFile !== null) writeFileSync(plotFile, plotOf(result, progress.seconds, marks))
  return result
}

/**
 * The operators' players in turn, so that those who play at the same time belong to all operators.
 */
async function launchForAll(
  { operators }: StreamWallet,
  prefix: string,
  sessions: number,
): Promise<Launched[]> {
  const games = GAMES.map(({ id }) => id)
  const ofEach = Math.ceil(sessions / operators.length)
  const launched: Launched[][] = []
  for (const [number, operator] of operators.entries()) {
    // One wallet has the players of all operators.
    launched.push(await launchAll(operator, `${prefix}${number}-`, ofEach, games))
  }
  const inTurn = Array.from({ length: ofEach }, (_, i) => launched.map(all => all[i]!)).flat()
  return inTurn.slice(0, sessions)
}

function plotOf(
  result: StreamResult,
  seconds: readonly Second[],
  marks: Parameters<typeof drawStream>[0]['marks'],
): string {
  const { machine, options } = result
  const others = result.use.at(-1)?.cpuSeconds ?? 0
  const share = ((100 * others) / (result.seconds * machine.cores)).toFixed(0)
  return drawStream({
    title:
      `${result.spins} spins of ${options.sessions} sessions, ${options.playersAtOnce} at ` +
      'once',
    caption:
      `${machine.cpu}, ${machine.cores} cores for everything; ${machine.os}; Node ${machine.node}` +
      (result.use.length > 0 ? `; ${share} % of the machine was used by others` : ''),
    seconds,
    marks,
  })
}
