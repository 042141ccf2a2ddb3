// Rounds written by the lanes: group-committed single-statement batches through postgres.js, which is
// what it is best at. Never a transaction, never a read.

import postgres from 'postgres'
import type { Round } from '../core/round.ts'
import {
  LEDGER_BATCH_ROWS,
  LEDGER_CONNECTION_DEADLINE_MS,
  LEDGER_DEADLINE_MS,
  LEDGER_QUEUE_ROWS,
} from '../limits.ts'
import { type Batch, createBatch } from './batch.ts'

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

  const opening: Batch<Round, boolean> = createBatch(
    rounds => write(used => insertRounds(used, rounds)),
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
     * already.
     */
    open: (round: Round) => opening.add(round),
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

/**
 * A round that is slow to arrive here may have lost its place in the hot state to a later one: its
 * number is free, but rounds are played in the order of their numbers.
 */
const OPEN_ROUNDS = `
INSERT INTO round (project_id, round_id, player_key, sequence, request_id, session_id, game_id, game_version,
  game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source,
  win_units, win_minor, state, bet_status, win_status, created_at, win_planned_at, awaiting)
SELECT p.project_id, round_id, p.player_key, sequence, request_id, session_id, game_id, game_version,
  game_mode, currency, bet_terms::json, base_stake_minor, stake_minor, decode(seed, 'hex'),
  level_bps, level_source, win_units, win_minor, 'debit_pending', 'planned', win_status,
  to_timestamp(created_at_ms / 1000.0), to_timestamp(win_planned_at_ms / 1000.0), awaiting::bool
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::text[],
  $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::int[],
  $15::text[], $16::bigint[], $17::bigint[], $18::text[], $19::bigint[], $20::bigint[], $21::text[])
  AS u (round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode,
    currency, bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, win_units,
    win_minor, win_status, created_at_ms, win_planned_at_ms, awaiting)
  JOIN player p ON p.player_key = u.player_key
WHERE u.sequence > coalesce((SELECT max(r.sequence) FROM round r WHERE r.player_key = u.player_key), 0)
ON CONFLICT DO NOTHING
RETURNING round_id`

/**
 * Booleans travel as text and are cast in the statement: postgres.js takes an array of them for a
 * single one, and writes every text of a bool[] as false.
 */
const OPEN_COLUMNS: readonly ((round: Round) => string | number | null)[] = [
  r => r.intent.roundId,
  r => r.intent.playerKey,
  r => r.intent.sequence.toString(),
  r => r.intent.requestId,
  r => r.intent.sessionId,
  r => r.intent.gameId,
  r => r.intent.gameVersion,
  r => r.intent.gameMode,
  r => r.intent.currency,
  r => r.intent.betTerms,
  r => r.intent.baseStakeMinor.toString(),
  r => r.intent.stakeMinor.toString(),
  r => Buffer.from(r.intent.seed).toString('hex'),
  r => r.intent.levelBps,
  r => r.intent.levelSource,
  r => r.progress.winUnits,
  r => r.progress.winMinor.toString(),
  r => r.progress.winStatus,
  r => r.intent.createdAtMs,
  r => r.progress.winPlannedAtMs,
  r => String(r.progress.awaiting),
]

const SAVE_ROUNDS = `
UPDATE round SET state = u.state, choices = string_to_array(u.choices, ' '),
  choice_request_ids = string_to_array(u.choice_request_ids, ' '), win_units = u.win_units,
  win_minor = u.win_minor, bet_status = u.bet_status, win_status = u.win_status,
  refund_status = u.refund_status, cancel_reason = u.cancel_reason, refusal_code = u.refusal_code,
  start_notified = u.start_notified::bool, finish_notified = u.finish_notified::bool,
  balance_after_bet_minor = u.balance_after_bet_minor, balance_after_minor = u.balance_after_minor,
  win_planned_at = to_timestamp(u.win_planned_at_ms / 1000.0),
  refund_planned_at = to_timestamp(u.refund_planned_at_ms / 1000.0),
  bet_confirmed_at = to_timestamp(u.bet_confirmed_at_ms / 1000.0),
  win_confirmed_at = to_timestamp(u.win_confirmed_at_ms / 1000.0),
  refund_confirmed_at = to_timestamp(u.refund_confirmed_at_ms / 1000.0),
  settled_at = to_timestamp(u.settled_at_ms / 1000.0),
  awaiting = u.awaiting::bool, attempts = u.attempts, version = round.version + 1, touched_at = now()
FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
  $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
  $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[],
  $21::bigint[], $22::bigint[], $23::text[], $24::int[])
  AS u (round_id, version, state, choices, choice_request_ids, win_units, win_minor, bet_status,
    win_status, refund_status, cancel_reason, refusal_code, start_notified, finish_notified,
    balance_after_bet_minor, balance_after_minor, win_planned_at_ms, refund_planned_at_ms,
    bet_confirmed_at_ms, win_confirmed_at_ms, refund_confirmed_at_ms, settled_at_ms, awaiting, attempts)
WHERE round.round_id = u.round_id AND round.version = u.version
RETURNING round.round_id`

const SAVE_COLUMNS: readonly ((round: Round) => string | number | null)[] = [
  r => r.intent.roundId,
  r => r.progress.version,
  r => r.progress.state,
  // Options and request ids hold no spaces (wire/play).
  r => r.progress.choices.join(' '),
  r => r.progress.choiceRequestIds.join(' '),
  r => r.progress.winUnits,
  r => r.progress.winMinor.toString(),
  r => r.progress.betStatus,
  r => r.progress.winStatus,
  r => r.progress.refundStatus,
  r => r.progress.cancelReason,
  r => r.progress.refusalCode,
  r => String(r.progress.startNotified),
  r => String(r.progress.finishNotified),
  r => text(r.progress.balanceAfterBetMinor),
  r => text(r.progress.balanceAfterMinor),
  r => r.progress.winPlannedAtMs,
  r => r.progress.refundPlannedAtMs,
  r => r.progress.betConfirmedAtMs,
  r => r.progress.winConfirmedAtMs,
  r => r.progress.refundConfirmedAtMs,
  r => r.progress.settledAtMs,
  r => String(r.progress.awaiting),
  r => r.progress.attempts,
]

function text(value: bigint | null): string | null {
  return value === null ? null : value.toString()
}

function insertRounds(sql: postgres.Sql, rounds: Round[]): Promise<boolean[]> {
  return writeRows(sql, OPEN_ROUNDS, OPEN_COLUMNS, rounds)
}

function updateRounds(sql: postgres.Sql, rounds: Round[]): Promise<boolean[]> {
  return writeRows(sql, SAVE_ROUNDS, SAVE_COLUMNS, rounds)
}

/**
 * Rows sorted by player and sequence, the key two lanes may collide on, so that two batches never
 * wait for each other in a circle.
 */
async function writeRows<Value>(
  sql: postgres.Sql,
  statement: string,
  columns: readonly ((round: Round) => Value)[],
  rounds: Round[],
): Promise<boolean[]> {
  const sorted = [...rounds].sort(byPlayerAndSequence)
  const parameters = columns.map(column => sorted.map(column))
  const written = await sql.unsafe<{ round_id: string }[]>(statement, parameters as never[], {
    prepare: true,
  })
  if (written.length === rounds.length) return rounds.map(() => true)
  const ids = new Set(written.map(row => row.round_id))
  return rounds.map(round => ids.has(round.intent.roundId))
}

function byPlayerAndSequence({ intent: a }: Round, { intent: b }: Round): number {
  if (a.playerKey !== b.playerKey) return a.playerKey < b.playerKey ? -1 : 1
  return a.sequence < b.sequence ? -1 : 1
}
