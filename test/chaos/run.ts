// A whole run of chaos: opens a world of its own, lets players and operators loose on it, harms it by the
// plan, heals it, waits until nothing is pending, and judges. Must leave nothing running behind.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Currency } from '../../src/core/money.ts'
import { createChance } from './chance.ts'
import { createFigures } from './figures.ts'
import { createHarm } from './harm.ts'
import type { Violation } from './invariants.ts'
import { hastenRetries, readAwaiting, readPending } from './ledger.ts'
import { createOperator } from './operator.ts'
import { FAULTS, type FaultName, planWindows } from './plan.ts'
import { createPlayer, type Player } from './player.ts'
import { type ChaosResult, describeBacklog, describeLatencies, describeRecovery } from './report.ts'
import { createShown } from './shown.ts'
import { judge, type Verdict } from './verdict.ts'
import { createWalletRecord } from './wallet-record.ts'
import { type ChaosWorld, openChaosWorld } from './world.ts'

export interface ChaosOptions {
  seed: number
  minutes: number
  /** The run goes on past its time until so many are played. */
  rounds: number
  nodes: number
  players: number
  faults: readonly FaultName[]
  /** Keep the data folder even when all is well. */
  keep: boolean
  /** The command that does the same again. */
  command: string
  say(line: string): void
  /** Ends the run early, in order. */
  stopped: Promise<unknown>
}

export const DEFAULT_PLAN = { seed: 1, minutes: 1, rounds: 0, players: 300, nodes: 2 }

const OPERATORS = 3
const PROGRESS_MS = 10_000
const WATCH_MS = 1_000
/** After the last spin: a win's retry waits a minute at most, a lost round for a sweep. */
const SETTLE_DEADLINE_MS = 240_000
const VIOLATIONS_SHOWN = 20
const RECENT_ROUNDS = 200

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reelhouse-chaos-'))
  const { seed, say } = options
  say(`Chaos with seed ${seed} in ${folder}`)
  const record = createWalletRecord(Date.now)
  const world = await openChaosWorld({ ...options, folder, operators: OPERATORS, record })
  let isGood = false
  try {
    const result = await run(options, folder, record, world)
    isGood = result.violations === 0
    return result
  } finally {
    await world.close()
    if (isGood && !options.keep) rmSync(folder, { recursive: true, force: true })
    else say(`Logs, data and evidence are kept in ${folder}`)
  }
}

async function run(
  options: ChaosOptions,
  folder: string,
  record: ReturnType<typeof createWalletRecord>,
  world: ChaosWorld,
): Promise<ChaosResult> {
  const { seed, say } = options
  const { pool, nodes, wallets, projects } = world
  const figures = createFigures(OPERATORS)
  const live: Violation[] = []
  const violate = (guarantee: number, what: string, roundId: string | null = null) => {
    live.push({ guarantee, what, roundId })
    say(`VIOLATION of guarantee ${guarantee}: ${what} (${roundId ?? '-'})`)
  }
  const shown = createShown((what, roundId) => violate(6, what, roundId))
  const recent = Array.from({ length: OPERATORS }, () => [] as string[])
  const acknowledgedGrants = new Set<string>()
  const cancelledRounds = new Set<string>()
  const chance = createChance(seed, 'run')
  let isStopping = false
  let isOver = false
  const baseUrls = nodes.map(node => node.baseUrl)

  const players: Player[] = Array.from({ length: options.players }, (_, index) => {
    const operator = index % OPERATORS
    const playerId = `player-${index}`
    const own = createChance(seed, 'player', index)
    return createPlayer({
      index,
      operator,
      playerId,
      chance: own,
      baseUrls,
      launch: fields => launch(operator, playerId, fields),
      onMessage(message) {
        if (message.type === 'welcome' && message.mode !== 'TEST_ONLY') violate(17, 'a welcome')
        if (message.type === 'welcome' && message.round !== null) {
          shown.round(index, { ...message, type: 'round', requestId: undefined } as never)
        }
        if (message.type !== 'round') return
        shown.round(index, message)
        remember(operator, message.round.roundId)
      },
      onSpin() {
        const answered = figures.beginSpin(operator)
        return answer => {
          if (answer === null) return
          answered(answer.type === 'round' && answer.round.status === 'settled')
        }
      },
      onError: code => figures.add(`player told ${code}`),
      onReconnect: () => figures.add('player came back after a loss'),
      onBehaviour: name => figures.add(`player: ${name}`),
      onRefused: shown.refused,
      onUndone: shown.undone,
      onCheated: what => violate(6, what),
      strangersRound: () => recent[(operator + 1) % OPERATORS]!.at(-1) ?? null,
      isStopping: () => isStopping,
      isOver: () => isOver,
    })
  })

  function remember(operator: number, roundId: string): void {
    const own = recent[operator]!
    if (own.at(-1) === roundId) return
    own.push(roundId)
    if (own.length > RECENT_ROUNDS) own.splice(0, RECENT_ROUNDS / 2)
  }

  /** Until it works: a wallet or a store may be away. */
  async function launch(
    operator: number,
    playerId: string,
    fields: { symbol: string; currency: string },
  ): Promise<string> {
    while (!isOver) {
      const client = chance.pick(world.clients[operator]!)
      const launched = await client
        .launch({ player_id: playerId, ...fields, currency: fields.currency as Currency })
        .catch(() => null)
      if (launched !== null) {
        if (launched.meta.mode !== 'TEST_ONLY') violate(17, 'a launch')
        figures.add('player launched')
        return new URL(launched.link).hash.replace('#token=', '')
      }
      figures.add('launch failed')
      await sleep(200)
    }
    return ''
  }

  const operators = projects.map((project, index) =>
    createOperator({
      index,
      chance: createChance(seed, 'operator', index),
      baseUrls,
      partner: project.projectId,
      apiKey: project.apiKey,
      players: () => players.filter(player => player.operator === index),
      recentRound: ofStranger => {
        const from = recent[ofStranger ? (index + 1) % OPERATORS : index]!
        // The youngest are the ones that may still be open.
        return from.at(-1 - chance.below(Math.min(from.length, chance.is(0.7) ? 5 : 100))) ?? null
      },
      onAction: (name, code) => figures.add(`operator: ${name}: ${code}`),
      onGrant: grantId => void acknowledgedGrants.add(grantId),
      onCancelled: roundId => void cancelledRounds.add(roundId),
      onWrong: what => violate(14, what),
      isStopping: () => isStopping,
    }),
  )

  const harm = createHarm({
    stores: world.stores,
    nodes,
    wallets,
    figures,
    cutPlayers(share) {
      for (const player of players) if (chance.is(share)) player.cut()
    },
    harmLane: (node, harm) => chance.pick(players).harmLane(baseUrls[node]!, harm),
    isStopping: () => isStopping,
    onFault: (name, error) => say(`${name} went wrong: ${String(error)}`),
  })

  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  const playing = Promise.all(players.map(player => player.play()))
  const working = Promise.all(operators.map(operator => operator.work()))
  const plan = planWindows({
    seed,
    totalMs: options.minutes * 60_000,
    nodes: nodes.length,
    operators: OPERATORS,
    faults: options.faults,
  })
  const harming = harm.work(plan)
  const progress = setInterval(() => {
    const pending = figures.stretch()
    say(
      `${clock(seconds())}  ${shown.rounds.size} rounds (${(shown.rounds.size / seconds()).toFixed(0)}/s)  ` +
        `${sum(figures.faults)} faults  ${pending}  ${live.length} violations`,
    )
  }, PROGRESS_MS)
  const watch = setInterval(() => {
    readPending(pool)
      .then(({ oldestMs }) => figures.oldestOwed(oldestMs))
      // Postgres may be away just now.
      .catch(() => {})
  }, WATCH_MS)
  let wantsStop = false
  void options.stopped.then(() => {
    wantsStop = true
  })
  const isEnough = () => seconds() >= options.minutes * 60 && shown.rounds.size >= options.rounds
  try {
    // A player or operator that fails by itself ends the run with its error.
    await Promise.race([
      Promise.all([playing, working, harming]),
      (async () => {
        while (!wantsStop && !isEnough()) await sleep(100)
      })(),
    ])
    isStopping = true
    await Promise.all([harming, working])
    const playedSeconds = seconds()
    for (const wallet of wallets) wallet.setRate(0)
    say(`${clock(seconds())}  healed; waiting until nothing is pending`)
    const settlingFromMs = performance.now()
    const isSettled = await settle(playing)
    const settlingSeconds = (performance.now() - settlingFromMs) / 1000
    clearInterval(progress)
    clearInterval(watch)
    if (!isSettled) violate(5, `still pending: ${JSON.stringify(await readPending(pool))}`)
    for (const node of nodes) for (const end of node.ownEnds()) violate(5, `node ended: ${end}`)
    say(`${clock(seconds())}  judging`)
    const verdict = await judge({
      pool,
      projects: projects.map(project => project.projectId),
      clients: world.clients.map(clients => clients[0]!),
      wallets,
      record,
      shown,
      playerOf: index => players[index]!,
      acknowledgedGrants,
      cancelledRounds,
      stoodStill: harm.stoodStill,
      logFiles: nodes.map(node => node.logFile),
      secrets: world.secrets,
    })
    const violations = [...live, ...verdict.violations]
    await keepEvidence(violations)
    return describe(verdict, violations, playedSeconds, settlingSeconds)
  } finally {
    isStopping = true
    isOver = true
    clearInterval(progress)
    clearInterval(watch)
    for (const player of players) player.close()
  }

  /** Players finish what they owe an answer; the platform what it owes the wallets. */
  async function settle(played: Promise<unknown>): Promise<boolean> {
    const deadline = performance.now() + SETTLE_DEADLINE_MS
    const late = sleep(SETTLE_DEADLINE_MS, null, { ref: false })
    await Promise.race([played, late])
    while (performance.now() < deadline) {
      await hastenRetries(pool)
      for (const { projectId, playerId, gameId } of await readAwaiting(pool)) {
        const operator = projects.findIndex(project => project.projectId === projectId)
        const player = players.find(p => p.operator === operator && p.playerId === playerId)
        if (player !== undefined) await Promise.race([player.finishGame(gameId), late])
      }
      const { rounds, awaiting, notifications, summaries } = await readPending(pool)
      if (rounds + awaiting + notifications + summaries === 0) return true
      await sleep(500)
    }
    return false
  }

  /** Everything known of the rounds that are amiss, one file each. */
  async function keepEvidence(violations: readonly Violation[]): Promise<void> {
    const ids = new Set(violations.flatMap(({ roundId }) => (roundId === null ? [] : [roundId])))
    if (ids.size > 0) mkdirSync(path.join(folder, 'evidence'), { recursive: true })
    for (const roundId of [...ids].slice(0, VIOLATIONS_SHOWN)) {
      const { rows } = await pool.query(
        `SELECT r.*, encode(seed, 'hex') AS seed, player_id FROM round r
         JOIN player USING (player_key) WHERE round_id = $1`,
        [roundId],
      )
      const evidence = {
        violations: violations.filter(violation => violation.roundId === roundId),
        ledger: rows[0] ?? null,
        wallet: record.rounds.get(roundId) ?? null,
        shown: shown.rounds.get(roundId) ?? null,
        hot:
          rows[0] === undefined ? null : await world.readHot(rows[0].project_id, rows[0].player_id),
      }
      const text = JSON.stringify(evidence, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2)
      writeFileSync(path.join(folder, 'evidence', `${roundId}.json`), text)
    }
  }

  function describe(
    { totals, lateBets, lateCopies }: Verdict,
    violations: Violation[],
    playedSeconds: number,
    settlingSeconds: number,
  ): ChaosResult {
    const { calls, repeats } = record.figures()
    const latencyMs = describeLatencies(figures)
    const walletFaults = new Map<string, number>()
    for (const wallet of wallets) {
      for (const [name, times] of wallet.faults) {
        walletFaults.set(name, (walletFaults.get(name) ?? 0) + times)
      }
    }
    return {
      command: options.command,
      seed,
      seconds: playedSeconds,
      rounds: totals.rounds,
      roundsASecond: totals.rounds / playedSeconds,
      totals,
      faults: Object.fromEntries(
        [...figures.faults].map(([name, times]) => [
          `${FAULTS[name as FaultName][0]}: ${name}`,
          times,
        ]),
      ),
      walletFaults: Object.fromEntries(walletFaults),
      walletCalls: calls,
      walletRepeats: repeats,
      counts: {
        ...Object.fromEntries(figures.counts),
        'node could not start, store away': nodes.reduce((n, node) => n + node.failedStarts(), 0),
      },
      lateBets,
      lateCopies,
      latencyMs,
      p99Ratio: latencyMs.calm.p99 > 0 ? latencyMs.fault.p99 / latencyMs.calm.p99 : null,
      recovery: describeRecovery(figures),
      backlog: describeBacklog(figures),
      settlingSeconds,
      violations: violations.length,
      firstViolations: violations.slice(0, VIOLATIONS_SHOWN),
    }
  }
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
