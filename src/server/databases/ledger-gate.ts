// The gate of a node whose ledger was replaced by another one: a promoted standby or a restored
// backup may lack rounds whose money the wallet has booked. While the gate is closed, the node
// starts and drives no round and forgets what it held of the former ledger; the gate opens once one
// of the nodes has reconciled the players in Redis. While a place moves to another server, its gate
// is held: nothing starts, and memory is kept, because the rows arrive unchanged.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { BY_PLATFORM, writeAudit } from '../../ledger/audit/audit-log.ts'
import { readOrigin, reconcileOnce } from '../../ledger/database/origin.ts'
import { listKnownProjects } from '../../ledger/projects/first-projects.ts'
import { type Orphans, writeOrphans } from '../../ledger/rounds/orphaned-rounds.ts'
import type { RedisClient } from '../../redis/connection.ts'
import { createUnrevealedCancel } from '../../redis/open-rounds.ts'
import { takeRecentPlayers } from '../../redis/recent-rounds.ts'
import { storeAway } from '../outages.ts'

/** Between two checks of which ledger this is. */
const LEDGER_LOOK_MS = 1_000
/** The same while the ledger does not answer: its next answer may come from another server. */
const LEDGER_LOOK_AGAIN_MS = 200

export interface GateDeps {
  /** The name of the database. */
  name: string
  pool: Pool
  /** The pool of the home database, which has the audit log and the projects. */
  home: Pool
  /** Whether the player's rows are in it. */
  hasPlayer(player: PlayerRef): boolean
  /**
   * Why this database can't be played on: it has another schema or other players than this node is
   * set for.
   */
  findProblem(): Promise<string | null>
  redis: RedisClient
  /** Begins a reading of the database's clock; takes the result. */
  beginClockReading(): (serverMs: number) => void
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void }
  onFault(error: unknown): void
}

export type LedgerGate = ReturnType<typeof createLedgerGate>

interface GateState {
  /** The ledger that everything in memory belongs to; null: nothing is in memory yet. */
  known: string | null
  isClosed: boolean
  /** Its place is being moved. */
  isHeld: boolean
  /** Checks in a row that reached no server. */
  missed: number
  /** Since when nothing starts because of that; null: commands may start. */
  quietSinceMs: number | null
  isAway: boolean
  isChecked: boolean
}

/** One connection may be cut for a local reason. */
const MISSED_MAX = 1

export function createLedgerGate(deps: GateDeps) {
  const state: GateState = {
    known: null,
    isClosed: true,
    isHeld: false,
    isAway: false,
    isChecked: false,
    missed: 0,
    quietSinceMs: null,
  }
  let lanes: Pick<Lanes, 'restart'> | null = null
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isOver = false

  function lookNow(): Promise<void> {
    clearTimeout(timer)
    looking ??= look(deps, state, lanes!).then(
      () => {
        state.isAway = false
        goOn(state.isClosed ? LEDGER_LOOK_AGAIN_MS : LEDGER_LOOK_MS)
      },
      error => {
        state.missed = isUnreachable(error) ? state.missed + 1 : 0
        const isQuiet = state.missed > MISSED_MAX
        state.quietSinceMs = isQuiet ? (state.quietSinceMs ?? performance.now()) : null
        if (isOver) return
        // A server that is away is reported by the code that needs it; the next check may reach
        // another server.
        state.isAway = storeAway(error) !== null
        if (!state.isAway) deps.onFault(error)
        goOn(state.isAway ? LEDGER_LOOK_AGAIN_MS : LEDGER_LOOK_MS)
      },
    )
    return looking
  }

  function goOn(afterMs: number): void {
    looking = null
    if (isOver) return
    timer = setTimeout(() => void lookNow(), afterMs)
    timer.unref()
  }

  return {
    /** Nothing starts: the place is being moved, or its ledger was replaced. */
    isClosed: () => state.isHeld || state.isClosed,
    /** The place is being moved. */
    isHeld: () => state.isHeld,
    /** It is not known that players were reconciled with this ledger. */
    isReplaced: () => state.isClosed,
    /**
     * False while it is closed, and while no ledger answers: a round that starts then may reach the
     * next ledger before this node has checked which one it is.
     */
    letsPlay: () => !state.isHeld && !state.isClosed && state.missed <= MISSED_MAX,
    /** Starts nothing while the place is being moved. */
    hold(isHeld: boolean): void {
      state.isHeld = isHeld
    },
    /**
     * The pool leads to another server now, which has the same ledger: resolves after it was
     * checked, with the gate open if it was reconciled there.
     */
    async moved(): Promise<void> {
      state.isHeld = true
      // A check under way may have asked the former server.
      await looking
      Object.assign(state, { known: null, isClosed: true, isChecked: false, missed: 0 })
      state.isHeld = false
      if (lanes !== null && !isOver) await lookNow()
    },
    /** The database did not answer the last check. */
    isAway: () => state.isAway,
    /**
     * Resolves after the first check; the gate is closed until a check has found the ledger
     * reconciled.
     */
    watch(given: Pick<Lanes, 'restart'>): Promise<void> {
      lanes = given
      return lookNow()
    },
    /** A connection was lost or is back: the next answer may come from another server. */
    lookSoon(): void {
      if (lanes !== null && !isOver) void lookNow()
    },
    close(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}

async function look(
  deps: GateDeps,
  state: GateState,
  lanes: Pick<Lanes, 'restart'>,
): Promise<void> {
  const readClock = deps.beginClockReading()
  const { now, reconciled, clockMs } = await readOrigin(deps.pool)
  readClock(clockMs)
  const { quietSinceMs } = state
  state.missed = 0
  state.quietSinceMs = null
  // The place may be on its way to another server, whose ledger is the same.
  if (state.isHeld) return
  if (now !== state.known && state.known !== null) {
    shut(deps, state, now)
    // What their threads hold of rounds and players comes from the former ledger. A thread that
    // started when nothing of this ledger was started any more holds nothing of it: so the places
    // of a server that fails over restart the lanes once, not each of them again.
    lanes.restart(quietSinceMs ?? performance.now())
  }
  // After closing the gate: if the new ledger is refused, the gate stays closed.
  if (!state.isChecked) await check(deps)
  state.isChecked = true
  if (now !== reconciled) {
    state.isClosed = true
    if (!(await reconcile(deps, now, reconciled))) return
  }
  state.known = now
  state.isClosed = false
}

/** A node may start while a database is away, and reach it only later. */
async function check({ name, findProblem }: GateDeps): Promise<void> {
  const problem = await findProblem()
  if (problem !== null) throw new Error(`the database ${name} is not played on: ${problem}`)
}

/** A busy pool and a slow server are reachable. */
function isUnreachable(error: unknown): boolean {
  return storeAway(error) === 'postgres' && !/timeout/.test((error as Error).message)
}

function shut({ name, log }: GateDeps, state: GateState, now: string): void {
  const text =
    'the ledger is another one than before: nothing is played until players are reconciled'
  log.error({ database: name, before: state.known, now }, text)
  state.isClosed = true
  state.isChecked = false
  state.known = null
}

/** False when another node is doing it. */
function reconcile(
  { name, pool, home, hasPlayer, redis, log }: GateDeps,
  now: string,
  before: string | null,
): Promise<boolean> {
  const cancelUnrevealed = createUnrevealedCancel(redis)
  return reconcileOnce(pool, now, async client => {
    const orphans: Orphans = { rounds: 0, refunds: 0, unlisted: 0 }
    let players = 0
    for await (const some of takeRecentPlayers(redis, now, hasPlayer)) {
      const known = await ofKnownProjects(home, some)
      const written = await writeOrphans({ pool, home, cancelUnrevealed }, known, now)
      players += some.length
      orphans.rounds += written.rounds
      orphans.refunds += written.refunds
      orphans.unlisted += written.unlisted
    }
    const after = { database: name, origin: now, players, ...orphans }
    const entry = { ...BY_PLATFORM, subject: 'ledger', before: { origin: before }, after }
    await writeAudit(pool === home ? client : home, { ...entry, action: 'ledger.reconciled' })
    const level = orphans.rounds + orphans.unlisted > 0 ? 'error' : 'warn'
    log[level](after, 'players are reconciled with the ledger; rounds it had lost are orphaned')
  })
}

/** Redis may still hold a project that no ledger has any more. */
async function ofKnownProjects<Player extends PlayerRef>(
  home: Pool,
  players: readonly Player[],
): Promise<Player[]> {
  const known = new Set(
    await listKnownProjects(
      home,
      players.map(({ projectId }) => projectId),
    ),
  )
  return players.filter(({ projectId }) => known.has(projectId))
}
