// Rounds written by the lanes: group-committed batches of one statement through postgres.js, which
// does this fastest. Never a transaction; reads nothing but the causes of refused rows.

import postgres from 'postgres'
import { LEDGER_DEADLINE_MS } from '../../limits.ts'
import type { OpeningRefusal, OpenResult, SaveResult } from '../../round/ledger-answers.ts'
import { isRefusedValue } from '../../round/own-failure.ts'
import { isFinished, type Round } from '../../round/round.ts'
import {
  type DatabaseAddress,
  preparesStatements,
  reach,
  statementUrl,
  takesSettings,
} from '../database/address.ts'
import { createBatch, createTurns } from '../database/batch.ts'
import { whenOpen } from '../database/closed-place.ts'
import { CommitUnreplicated, isUnreplicated } from '../database/durability.ts'
import { ONE_PLAN, SERVER_LIMITS } from '../database/pool.ts'
import {
  finishRoundsQuery,
  type Opening,
  openRoundsQuery,
  type RefusalRecord,
  type RoundsQuery,
  refusalsQuery,
  saveRoundsQuery,
} from './round-statements.ts'

/**
 * Rows of one ledger batch: above 100 rows the gain per row is under 2 %, while the latency keeps
 * growing.
 */
export const LEDGER_BATCH_ROWS = 100
/** Rows waiting for a batch in one lane; above that new spins are refused. */
export const LEDGER_QUEUE_ROWS = 4_096
/**
 * A round waits this long for a statement at most, and only while others are written. Each
 * statement of rounds costs Postgres as much as a dozen of its rows.
 */
const LEDGER_PACE_MS = 6
/** Longer than the server's own deadline: without an answer by then the connection is dead. */
const LEDGER_CONNECTION_DEADLINE_MS = LEDGER_DEADLINE_MS + 2_000

export type RoundWriter = ReturnType<typeof openRoundWriter>

const BATCH = { rows: LEDGER_BATCH_ROWS, queue: LEDGER_QUEUE_ROWS }

const OPENED: OpenResult = { kind: 'opened' }
const SAVED: SaveResult = { kind: 'saved' }
const OUTDATED: SaveResult = { kind: 'outdated' }

/** A write whose connection went silent: whether it was committed is unknown. */
export class LedgerSilent extends Error {
  constructor() {
    super(`the ledger did not answer within ${LEDGER_CONNECTION_DEADLINE_MS} ms`)
    this.name = 'LedgerSilent'
  }
}

/**
 * One lane's writer. Rounds to open, to save and to finish are three batches, which are written in
 * turn.
 * @param onWrite called with the kind, size and time of each batch, for the metrics
 * @param onFailed called with the error of each statement that failed
 */
export function openRoundWriter(
  address: DatabaseAddress,
  onWrite: (kind: 'open' | 'save', rows: number, tookMs: number) => void,
  onFailed: (error: unknown) => void,
  deadlineMs: number = LEDGER_CONNECTION_DEADLINE_MS,
) {
  let place = address
  /** Of each statement under way: makes it fail, with an unknown result. */
  const failing = new Set<(error: Error) => void>()
  // A warning does not say which statement it is about: all under way are read again.
  const onUnreplicated = () => {
    for (const fail of failing) fail(new CommitUnreplicated())
  }
  let sql = connect(place, onUnreplicated)

  /** Connections that don't answer are abandoned together with everything that waits on them. */
  async function send<Row extends object>({ text, values }: RoundsQuery): Promise<Row[]> {
    const used = sql
    let timer: NodeJS.Timeout | undefined
    let fail: (error: Error) => void = () => {}
    const failed = new Promise<never>((_, reject) => {
      fail = reject
      timer = setTimeout(() => {
        if (sql === used) sql = connect(place, onUnreplicated)
        used.end({ timeout: 0 }).catch(() => {})
        reject(new LedgerSilent())
      }, deadlineMs)
    })
    failing.add(fail)
    try {
      const prepare = preparesStatements(place)
      const rows = used.unsafe<Row[]>(text, values as never[], { prepare })
      return await Promise.race([rows, failed])
    } catch (error) {
      onFailed(error)
      throw error
    } finally {
      failing.delete(fail)
      clearTimeout(timer)
    }
  }

  /** A place that is closed has written nothing: the same statement goes to where it has moved. */
  const sendWhenOpen: Send = query => whenOpen(() => send(query))

  // One statement at a time: rows that come meanwhile make the next ones larger. Postgres needs a
  // fifth less CPU a spin.
  const turns = createTurns()
  const opening = createBatch<Opening, OpenResult>({
    write: openings => insertRounds(sendWhenOpen, openings),
    limits: BATCH,
    isOneRows: isRefusedValue,
    onWrite: (rows, tookMs) => onWrite('open', rows, tookMs),
    keyOf: ({ round }) => round.intent.playerKey,
    turns,
    paceMs: LEDGER_PACE_MS,
  })
  const savesBy = (queryOf: (rounds: readonly Round[]) => RoundsQuery) =>
    createBatch<Round, SaveResult>({
      write: rounds => saveRounds(sendWhenOpen, rounds, queryOf),
      limits: BATCH,
      isOneRows: isRefusedValue,
      onWrite: (rows, tookMs) => onWrite('save', rows, tookMs),
      turns,
      paceMs: LEDGER_PACE_MS,
    })
  const saving = savesBy(saveRoundsQuery)
  const finishing = savesBy(finishRoundsQuery)
  return {
    open: (opened: Opening) => opening.add(opened),
    save: (round: Round) => (isFinished(round) ? finishing : saving).add(round),
    depth: () => opening.depth() + saving.depth() + finishing.depth(),
    /** Statements under way end at the former address, later ones go to the new one. */
    moveTo(next: DatabaseAddress): void {
      const former = sql
      place = next
      sql = connect(next, onUnreplicated)
      former.end({ timeout: LEDGER_CONNECTION_DEADLINE_MS / 1000 }).catch(() => {})
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

/**
 * As text: postgres.js leaves out a start-up parameter that is false, and its types allow only
 * booleans.
 */
const OFF = 'off' as unknown as boolean

/** @param onUnreplicated an acknowledged commit is on this server's disk only */
function connect(address: DatabaseAddress, onUnreplicated: () => void): postgres.Sql {
  const { connectionString, ssl } = reach(statementUrl(address))
  return postgres(connectionString, {
    ssl,
    // A statement, one that exceeded its turn, and a query for causes.
    max: 3,
    prepare: preparesStatements(address),
    idle_timeout: 0,
    connect_timeout: LEDGER_DEADLINE_MS / 1000,
    connection: {
      application_name: 'reelhouse-lane',
      ...(takesSettings(address) ? SETTINGS : {}),
    },
    onnotice: notice => {
      if (isUnreplicated(notice)) onUnreplicated()
    },
  })
}

const SETTINGS = {
  ...ONE_PLAN,
  ...SERVER_LIMITS,
  // An acknowledged commit is on disk, whatever the role's or the database's default says.
  synchronous_commit: 'on',
  // Every statement here uses keys. Before the first statistics the planner takes the growing table
  // for a small one and reads all of it for each batch: measured 580 us CPU a spin against 160.
  enable_seqscan: OFF,
}

type Send = <Row extends object>(query: RoundsQuery) => Promise<Row[]>

/** Accepted rows are answered by the insert alone; only refused ones wait for their causes. */
async function insertRounds(
  send: Send,
  openings: Opening[],
): Promise<(OpenResult | Promise<OpenResult>)[]> {
  const written = await writtenIds(send, openRoundsQuery(openings))
  const refused = openings.filter(({ round }) => !written.has(round.intent.roundId))
  if (refused.length === 0) return openings.map(() => OPENED)
  const causes = findCauses(send, refused)
  return openings.map(({ round }) =>
    written.has(round.intent.roundId)
      ? OPENED
      : causes.then(found => ({ kind: 'refused', cause: found.get(round.intent.roundId)! })),
  )
}

async function findCauses(
  send: Send,
  refused: readonly Opening[],
): Promise<Map<string, OpeningRefusal>> {
  const rows = await send<RefusalRecord>(refusalsQuery(refused))
  return new Map(rows.map(({ round_id, cause }) => [round_id, cause ?? 'round-open']))
}

async function saveRounds(
  send: Send,
  rounds: Round[],
  queryOf: (rounds: readonly Round[]) => RoundsQuery,
): Promise<SaveResult[]> {
  const written = await writtenIds(send, queryOf(rounds))
  return rounds.map(round => (written.has(round.intent.roundId) ? SAVED : OUTDATED))
}

async function writtenIds(send: Send, query: RoundsQuery): Promise<Set<string>> {
  const rows = await send<{ round_id: string }>(query)
  return new Set(rows.map(row => row.round_id))
}
