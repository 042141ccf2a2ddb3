// Rounds written by the lanes: group-committed single-statement batches through postgres.js, which is
// what it is best at. Never a transaction, never a read.

import postgres from 'postgres'
import {
  LEDGER_BATCH_ROWS,
  LEDGER_CONNECTION_DEADLINE_MS,
  LEDGER_DEADLINE_MS,
  LEDGER_QUEUE_ROWS,
} from '../../limits.ts'
import type { Round } from '../../round/machine.ts'
import { type Batch, createBatch } from '../database/batch.ts'
import {
  type Opening,
  openRoundsQuery,
  type RoundsQuery,
  saveRoundsQuery,
} from './round-statements.ts'

export type RoundWriter = ReturnType<typeof openRoundWriter>

const BATCH = { rows: LEDGER_BATCH_ROWS, queue: LEDGER_QUEUE_ROWS }

/** A write whose connection went silent: whether it was committed is unknown. */
export class LedgerSilent extends Error {
  constructor() {
    super(`the ledger did not answer within ${LEDGER_CONNECTION_DEADLINE_MS} ms`)
    this.name = 'LedgerSilent'
  }
}

/**
 * One lane's writer. Two batches are under way at most: rounds being opened and rounds being saved.
 * @param onWrite called with the kind and size of each batch, for the metrics
 */
export function openRoundWriter(
  databaseUrl: string,
  onWrite: (kind: 'open' | 'save', rows: number) => void,
  deadlineMs: number = LEDGER_CONNECTION_DEADLINE_MS,
) {
  let sql = connect(databaseUrl)

  /** Connections that don't answer are left behind with everything that waits on them. */
  async function write(rows: (sql: postgres.Sql) => Promise<boolean[]>): Promise<boolean[]> {
    const used = sql
    let timer: NodeJS.Timeout | undefined
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (sql === used) sql = connect(databaseUrl)
        used.end({ timeout: 0 }).catch(() => {})
        reject(new LedgerSilent())
      }, deadlineMs)
    })
    try {
      return await Promise.race([rows(used), silent])
    } finally {
      clearTimeout(timer)
    }
  }

  const opening: Batch<Opening, boolean> = createBatch(
    openings => write(used => insertRounds(used, openings)),
    BATCH,
    rows => onWrite('open', rows),
  )
  const saving: Batch<Round, boolean> = createBatch(
    rounds => write(used => updateRounds(used, rounds)),
    BATCH,
    rows => onWrite('save', rows),
  )
  return {
    /**
     * False when the sequence, a later one, the request id or the game's one open round is taken
     * already, or the player's entitlements have changed.
     */
    open: (opened: Opening) => opening.add(opened),
    /** False when the ledger holds another version: somebody else moved the round. */
    save: (round: Round) => saving.add(round),
    depth: () => opening.depth() + saving.depth(),

    close: () => sql.end({ timeout: 5 }),
  }
}

/** As text: postgres.js leaves out a start-up parameter that is false. Its types know only booleans. */
const OFF = 'off' as unknown as boolean

function connect(databaseUrl: string): postgres.Sql {
  return postgres(databaseUrl, {
    max: 2,
    prepare: true,
    idle_timeout: 0,
    connect_timeout: LEDGER_DEADLINE_MS / 1000,
    connection: {
      application_name: 'reelhouse-lane',
      statement_timeout: LEDGER_DEADLINE_MS,
      // An acknowledged commit is on disk, whatever the role's or the database's default says.
      synchronous_commit: 'on',
      // Every statement here goes by key. Before the first statistics the planner takes the growing
      // table for a small one and reads all of it for each batch: measured 580 us CPU a spin against 160.
      enable_seqscan: OFF,
    },
    onnotice: () => {},
  })
}

function insertRounds(sql: postgres.Sql, openings: Opening[]): Promise<boolean[]> {
  return writeRows(
    sql,
    openRoundsQuery(openings),
    openings.map(({ round }) => round),
  )
}

function updateRounds(sql: postgres.Sql, rounds: Round[]): Promise<boolean[]> {
  return writeRows(sql, saveRoundsQuery(rounds), rounds)
}

async function writeRows(
  sql: postgres.Sql,
  { text, values }: RoundsQuery,
  rounds: Round[],
): Promise<boolean[]> {
  const written = await sql.unsafe<{ round_id: string }[]>(text, values as never[], {
    prepare: true,
  })
  if (written.length === rounds.length) return rounds.map(() => true)
  const ids = new Set(written.map(row => row.round_id))
  return rounds.map(round => ids.has(round.intent.roundId))
}
