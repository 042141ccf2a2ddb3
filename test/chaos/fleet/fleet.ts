// A run of a fleet: players use all of it while its parts are killed, starved and replaced one
// after the other; then the checks of chaos, separate checks by other means, and the bounds. A run
// in which not every event happened must never pass.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { KnownOfOrphan } from '../../../src/ledger/rounds/orphaned-rounds.ts'
import { createChance } from '../../support/chance.ts'
import { readAll, readRounds } from '../ledger.ts'
import { type RunOptions, runPlay } from '../run.ts'
import type { HarmDeps, RunHarm } from '../run-kind.ts'
import type { WalletRecord } from '../wallet-record.ts'
import { CALM, EVERY_MAX_MS, findProblems } from './bounds.ts'
import { createEvents, type FleetEvent, needsPrevious, stopsMs } from './events.ts'
import type { Topology } from './fleet-places.ts'
import { createFleetPlatform, type FleetPlatform, type Releases } from './fleet-platform.ts'
import { type FleetStores, startFleetStores } from './fleet-stores.ts'
import { drawAgain } from './own-draw.ts'
import { compareReports } from './own-reports.ts'
import { type OwnWallet, startOwnWallet } from './own-wallet.ts'
import { buildRelease, findPreviousCommit, packThisCheckout } from './releases.ts'
import type { FleetResult, LedgerFigures } from './result.ts'
import { createTimeline, type Timeline } from './timeline.ts'

export interface FleetOptions extends RunOptions, Topology {
  events: readonly FleetEvent[]
  /** The commit of the release before this one; null: found. */
  previous: string | null
}

/** Nodes open their connections to each place, and prepare their statements, while players wait. */
const WARM_UP_MAX_MS = 120_000
/** After each event play continues for this time without one. */
const CALM_MS = 10_000
const CALM_SHARE = 0.5

export async function runFleet(options: FleetOptions): Promise<FleetResult> {
  const { events, players, previous, say } = options
  const timeline = createTimeline(players)
  const wallets: OwnWallet[] = []
  let record: WalletRecord | null = null
  let platform: FleetPlatform | null = null
  let releases: Releases | null = null
  let concluded: Concluded | null = null
  const before = needsPrevious(events)
    ? await buildRelease(previous ?? (await findPreviousCommit()), say)
    : null
  const run = await runPlay<FleetStores>(options, {
    async openStores(folder) {
      releases = { now: await packThisCheckout(folder), before }
      return startFleetStores(folder, options)
    },
    openPlatform(deps) {
      const first = events.includes('rolling-upgrade') ? before! : releases!.now
      platform = createFleetPlatform(deps, releases!, first, deps.stores.folder)
      return platform
    },
    async openWallet(given) {
      record = given.record
      const wallet = await startOwnWallet(given)
      wallets.push(wallet)
      return wallet
    },
    watch: timeline.watch,
    openHarm: deps => ({
      ...openHarm(options, timeline, platform!, deps),
      async conclude() {
        timeline.finish()
        concluded = await conclude(deps, platform!, wallets, record!)
      },
    }),
  })
  const waits = timeline.calmWaits()
  const reported = {
    run,
    events: [...timeline.events],
    calmSpinMs: waits[waits.length >> 1] ?? null,
    ...concluded!,
  }
  return {
    ...reported,
    startsAtSecond: reported.events.map(event => timeline.secondsOf(event.startedMs)),
    seconds: timeline.seconds(),
    problems: findProblems(reported, events),
  }
}

function openHarm(
  { seed, minutes, events, failover, say }: FleetOptions,
  timeline: Timeline,
  platform: FleetPlatform,
  { setup, cast, figures, isStopping }: HarmDeps<FleetStores>,
): RunHarm {
  const DO = createEvents({ setup, cast, platform, chance: createChance(seed, 'fleet') })
  const calmMs = Math.min(CALM_MS, (minutes * 60_000 * CALM_SHARE) / (events.length + 1))
  let goesOn: boolean | null = true

  async function carryOut(name: FleetEvent): Promise<void> {
    const event = timeline.begin(name, stopsMs(name, failover))
    figures.beginWindow([name])
    try {
      const came = await DO[name]()
      event.note = typeof came === 'string' ? came : null
    } catch (error) {
      event.failure = String(error)
      say(`${name} went wrong: ${event.failure}`)
    }
    event.endedMs = performance.now()
    figures.endWindow()
    const took = ((event.endedMs - event.startedMs) / 1000).toFixed(1)
    say(`${name}: over after ${took} s${event.note === null ? '' : `; ${event.note}`}`)
  }

  async function waitUntil(isDone: () => boolean, mostMs: number): Promise<void> {
    const lateMs = performance.now() + mostMs
    while (!isDone() && performance.now() < lateMs && !isStopping()) await sleep(100)
  }
  /** The last event has its time too, until every player plays again. */
  const waitForAll = () => waitUntil(timeline.areAllBack, EVERY_MAX_MS)

  return {
    async work() {
      await waitUntil(timeline.haveAllPlayed, WARM_UP_MAX_MS)
      timeline.begin(CALM).endedMs = performance.now()
      await waitForAll()
      if (!timeline.areAllBack()) {
        say('Not every player plays, and nothing is broken yet: no event runs.')
        goesOn = false
      }
      for (const name of events) {
        for (let left = calmMs; left > 0 && !isStopping(); left -= 100) await sleep(100)
        if (isStopping()) break
        await carryOut(name)
        await waitForAll()
      }
      goesOn &&= null
      while (!isStopping()) await sleep(100)
      timeline.stop()
    },
    goesOn: () => goesOn,
    stoodStill: () => false,
  }
}

type Concluded = Pick<FleetResult, 'saves' | 'compared' | 'differences'>

/** Compares reports with wallets, and draws with the ledger, by means that the platform lacks. */
async function conclude(
  { setup }: HarmDeps<FleetStores>,
  platform: FleetPlatform,
  wallets: readonly OwnWallet[],
  record: WalletRecord,
): Promise<Concluded> {
  const differences: string[] = []
  let rounds = 0
  for (const [at, { projectId, apiKey }] of setup.projects.entries()) {
    const { internalUrl } = setup.nodes[0]!
    const csv = await platform.readCsv(internalUrl, projectId)
    const operator = { baseUrl: setup.baseUrls[0]!, partner: projectId, apiKey }
    const compared = await compareReports(operator, wallets[at]!.records, csv)
    rounds += compared.rounds
    differences.push(...compared.differences.map(each => `${projectId}: ${each}`))
  }
  const projects = setup.projects.map(({ projectId }) => projectId)
  const drawn = await drawRoundsAgain(setup.pools, projects)
  return {
    saves: await readLedgerFigures(setup.pools, record),
    compared: { rounds, drawnAgain: drawn.rounds },
    differences: [...differences, ...drawn.differences],
  }
}

async function drawRoundsAgain(pools: readonly Pool[], projects: readonly string[]) {
  const differences: string[] = []
  let rounds = 0
  for await (const row of readRounds(pools, projects)) {
    if (row.isOrphaned) continue
    const isForced = row.targetOutcomeId !== null
    const units = drawAgain({ ...row, reelSet: isForced ? row.reelSet : null })
    if (units === null) continue
    rounds++
    if (units !== row.winUnits) {
      differences.push(`round ${row.roundId} wins ${row.winUnits} units, drawn again ${units}`)
    }
  }
  return { rounds, differences }
}

/** A row's version counts its saves on any server. */
async function readLedgerFigures(
  pools: readonly Pool[],
  record: WalletRecord,
): Promise<LedgerFigures> {
  const kinds = await readAll<{ has_decisions: boolean; rounds: number; saves: number }>(
    pools,
    `SELECT cardinality(choices) > 0 AS has_decisions, count(*)::float8 AS rounds,
       sum(version - 1)::float8 AS saves
     FROM round WHERE state = 'settled' GROUP BY 1`,
  )
  const savesOf = (some: typeof kinds) => {
    const sum = (name: 'rounds' | 'saves') => some.reduce((total, kind) => total + kind[name], 0)
    return some.length === 0 ? 0 : sum('saves') / sum('rounds')
  }
  return {
    orphans: await countOrphans(pools, record),
    aRound: savesOf(kinds),
    withoutDecisions: savesOf(kinds.filter(kind => !kind.has_decisions)),
  }
}

async function countOrphans(
  pools: readonly Pool[],
  record: WalletRecord,
): Promise<LedgerFigures['orphans']> {
  const rows = await readAll<{ round_id: string; known: KnownOfOrphan }>(
    pools,
    'SELECT round_id::text, known FROM orphaned_round',
  )
  const platform = rows.filter(({ known }) => known === 'cancelled').length
  const sent = rows.filter(
    ({ round_id }) => record.rounds.get(round_id)?.reported.bet !== undefined,
  )
  return { platform, person: rows.length - platform, betsSent: sent.length }
}
