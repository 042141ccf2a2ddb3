// A whole run: opens its setup, starts players and operators, injects the faults, waits until all
// is repaired and nothing is pending, and judges. Nothing may be left running afterwards.

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_NODES, changeNodeSetting } from '../../src/ledger/nodes/node-settings.ts'
import { type Cast, createCast } from './cast.ts'
import { keepEvidence } from './evidence.ts'
import { createFigures, type Figures } from './figures.ts'
import { createHarm } from './harm.ts'
import type { Violation } from './invariants.ts'
import { hastenRetries, readAwaiting, readPending } from './ledger.ts'
import { type FaultName, planWindows } from './plan.ts'
import type { PlayWatch } from './play-watch.ts'
import { type ChaosResult, describeResult } from './report.ts'
import type { HarmDeps, RunHarm, RunKind } from './run-kind.ts'
import type { RunStores } from './run-parts.ts'
import { type ChaosSetup, openChaosSetup } from './setup.ts'
import { type ChaosStores, startChaosStores } from './stores.ts'
import { judge, type Verdict } from './verdict.ts'
import { createWalletRecord, type WalletRecord } from './wallet-record.ts'

export interface RunOptions {
  seed: number
  minutes: number
  /** The run goes on past its time until so many are played. */
  rounds: number
  nodes: number
  players: number
  /** Between a player's rounds, about. */
  pauseMs?: number
  /** Keep the data folder also after a good run. */
  keep: boolean
  /** The command that repeats this run. */
  command: string
  say(line: string): void
  /** Ends the run early, in order. */
  stopped: Promise<unknown>
}

export interface ChaosOptions extends RunOptions {
  faults: readonly FaultName[]
}

export const DEFAULT_PLAN = { seed: 1, minutes: 1, rounds: 0, players: 300, nodes: 2 }

const OPERATORS = 3
const PROGRESS_MS = 10_000
const WATCH_MS = 1_000
/**
 * After the last spin: a win's retry waits a minute at most, a lost round waits for a recovery
 * pass.
 */
const SETTLE_DEADLINE_MS = 240_000
const PENDING_POLL_MS = 500
const UNWATCHED: PlayWatch = { beginSpin: () => () => {}, shown: () => {}, repeated: () => {} }

/** Injects faults by the plan of a seed. */
export function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  return runPlay(options, {
    openStores: startChaosStores,
    openHarm: deps => openChaosHarm(options, deps),
  })
}

export async function runPlay<Stores extends RunStores>(
  options: RunOptions,
  kind: RunKind<Stores>,
): Promise<ChaosResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reelhouse-chaos-'))
  options.say(`Seed ${options.seed}, in ${folder}`)
  const record = createWalletRecord(Date.now)
  const setup = await openChaosSetup({
    ...options,
    ...kind,
    folder,
    operators: OPERATORS,
    record,
  })
  let isGood = false
  try {
    const result = await run(options, folder, record, setup, kind)
    isGood = result.violations === 0
    return result
  } finally {
    await setup.close()
    if (isGood && !options.keep) rmSync(folder, { recursive: true, force: true })
    else options.say(`Logs, data and evidence are kept in ${folder}`)
  }
}

/** What the phases of a run share. */
interface Stage {
  options: RunOptions
  setup: ChaosSetup
  cast: Cast
  harm: RunHarm
  figures: Figures
  /** Violations found during the run. */
  live: Violation[]
  violate(guarantee: number, what: string, roundId?: string | null): void
  stop(): void
  seconds(): number
}

async function run<Stores extends RunStores>(
  options: RunOptions,
  folder: string,
  record: WalletRecord,
  setup: ChaosSetup<Stores>,
  kind: RunKind<Stores>,
): Promise<ChaosResult> {
  let [isStopping, isOver] = [false, false]
  const stage = setStage(options, setup, kind, {
    isStopping: () => isStopping,
    isOver: () => isOver,
    stop: () => {
      isStopping = true
    },
  })
  const { cast, figures, live } = stage
  const watches = startWatches(stage)
  try {
    const playing = cast.play()
    await playUntilEnough(stage, playing)
    const playedSeconds = stage.seconds()
    const settlingSeconds = await settle(stage, playing)
    for (const watch of watches) clearInterval(watch)
    await stage.harm.conclude?.()
    const verdict = await reachVerdict(stage, record)
    const violations = [...live, ...verdict.violations]
    await keepEvidence(folder, violations, setup, record, cast.shown)
    const times = { playedSeconds, settlingSeconds }
    return describeResult({ options, times, verdict, violations, figures, record, setup })
  } finally {
    isStopping = true
    isOver = true
    for (const watch of watches) clearInterval(watch)
    cast.close()
  }
}

function setStage<Stores extends RunStores>(
  options: RunOptions,
  setup: ChaosSetup<Stores>,
  kind: RunKind<Stores>,
  state: { isStopping(): boolean; isOver(): boolean; stop(): void },
): Stage {
  const { seed, players, pauseMs = 0, say } = options
  const figures = createFigures(OPERATORS)
  const live: Violation[] = []
  const violate = (guarantee: number, what: string, roundId: string | null = null) => {
    live.push({ guarantee, what, roundId })
    say(`VIOLATION of guarantee ${guarantee}: ${what} (${roundId ?? '-'})`)
  }
  const { watch = UNWATCHED } = kind
  const cast = createCast({
    seed,
    players,
    pauseMs,
    setup,
    figures,
    watch,
    violate,
    ...state,
  })
  const harm = kind.openHarm({ setup, cast, figures, isStopping: state.isStopping })
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  return { options, setup, cast, harm, figures, live, violate, stop: state.stop, seconds }
}

function openChaosHarm(
  { seed, minutes, faults, say }: ChaosOptions,
  { setup, cast, figures, isStopping }: HarmDeps<ChaosStores>,
): RunHarm {
  const harm = createHarm({
    ...setup,
    figures,
    cutPlayers: cast.cut,
    harmLane: (node, how) => cast.pickPlayer().harmLane(setup.nodes[node]!.baseUrl, how),
    setLanes: count =>
      changeNodeSetting(
        setup.pool,
        { node: ALL_NODES, name: 'lanes', value: String(count) },
        { actor: 'owner:chaos', origin: 'chaos' },
      ),
    isStopping,
    onFault: (name, error) => say(`${name} went wrong: ${String(error)}`),
  })
  const nodes = setup.nodes.length
  const totalMs = minutes * 60_000
  const plan = { seed, totalMs, nodes, operators: OPERATORS, faults }
  return { work: () => harm.work(planWindows(plan)), stoodStill: harm.stoodStill }
}

function startWatches({ options, setup, cast, figures, live, seconds }: Stage): NodeJS.Timeout[] {
  const notify = () => {
    const rounds = cast.shown.rounds.size
    options.say(
      `${clock(seconds())}  ${rounds} rounds (${(rounds / seconds()).toFixed(0)}/s)  ` +
        `${sum(figures.faults)} faults  ${figures.stretch()}  ${live.length} violations`,
    )
  }
  const look = () => {
    readPending(setup.pools)
      .then(({ oldestMs }) => figures.oldestOwed(oldestMs))
      // Postgres may be unavailable at this time.
      .catch(() => {})
  }
  return [setInterval(notify, PROGRESS_MS), setInterval(look, WATCH_MS)]
}

/** Resolves when no player or operator starts anything any more, and everything is repaired. */
async function playUntilEnough(stage: Stage, playing: Promise<unknown>): Promise<void> {
  const { options, cast, harm, stop, seconds } = stage
  const totalMs = options.minutes * 60_000
  const working = cast.work()
  const harming = harm.work()
  let isEnough = false
  void options.stopped.then(() => {
    isEnough = true
  })
  const enough = async () => {
    const isShort = () => seconds() * 1000 < totalMs || cast.shown.rounds.size < options.rounds
    while (!isEnough && (harm.goesOn?.() ?? isShort())) {
      await sleep(100)
    }
  }
  // A player or operator that fails by itself ends the run with its error.
  await Promise.race([Promise.all([playing, working, harming]), enough()])
  stop()
  await Promise.all([harming, working])
}

/**
 * Players get the missing answers to their commands; the platform makes the calls that it owes the
 * wallets.
 */
async function settle(stage: Stage, playing: Promise<unknown>): Promise<number> {
  const { options, setup, violate, seconds } = stage
  options.say(`${clock(seconds())}  healed; waiting until nothing is pending`)
  const startedS = seconds()
  const late = sleep(SETTLE_DEADLINE_MS, null, { ref: false })
  await Promise.race([playing, late])
  for (;;) {
    await hastenRetries(setup.pools)
    await finishAwaiting(stage, late)
    const pending = await readPending(setup.pools)
    const { rounds, awaiting, notifications, summaries } = pending
    if (rounds + awaiting + notifications + summaries === 0) break
    if ((seconds() - startedS) * 1000 > SETTLE_DEADLINE_MS) {
      violate(5, `still pending: ${JSON.stringify(pending)}`)
      break
    }
    await sleep(PENDING_POLL_MS)
  }
  return seconds() - startedS
}

async function finishAwaiting({ setup, cast }: Stage, late: Promise<unknown>): Promise<void> {
  for (const { projectId, playerId, gameId } of await readAwaiting(setup.pools)) {
    const player = cast.findPlayer(projectId, playerId)
    if (player !== undefined) await Promise.race([player.finishGame(gameId), late])
  }
}

function reachVerdict(
  { options, setup, cast, harm, violate, seconds }: Stage,
  record: WalletRecord,
): Promise<Verdict> {
  options.say(`${clock(seconds())}  judging`)
  for (const node of setup.nodes) {
    for (const end of node.ownEnds()) violate(5, `node ${node.index} ended: ${end}`)
  }
  return judge({
    pools: setup.pools,
    projects: setup.projects.map(project => project.projectId),
    clients: setup.clients.map(clients => clients[0]!),
    wallets: setup.wallets,
    record,
    shown: cast.shown,
    playerOf: index => cast.players[index]!,
    acknowledgedGrants: cast.acknowledgedGrants,
    cancelledRounds: cast.cancelledRounds,
    stoodStill: harm.stoodStill,
    logFiles: setup.nodes.map(node => node.logFile),
    secrets: setup.secrets,
  })
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
