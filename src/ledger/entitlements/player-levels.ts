// A player's level with a provider, bet limits and the journal of both: read in one statement,
// changed under a lock on the player. Decides no level: the pure rules compute every change.

import type { Pool, PoolClient } from 'pg'
import type { PlayerLimit, StakeBounds } from '../../core/bet-limits.ts'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { BindRefusal, JournalEntry, PlayerChange, PlayerLevel } from '../../core/player-rtp.ts'
import { JOURNAL_ENTRIES } from '../../limits.ts'
import type { AuditChange } from '../audit/audit-log.ts'
import { toIso } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { ensurePlayer, lockPlayer, raiseEntitlementsRevision } from '../players/players.ts'

/** A player with one provider: a level, a journal and bet limits belong to this pair. */
export interface PlayerProvider extends PlayerRef {
  readonly provider: string
  /** The provider's games: their rounds count toward its adaptive rule. */
  readonly gameIds: readonly string[]
}

/** With the field names of the operator API's answer. */
export interface BetLimitEntry {
  readonly currency: Currency
  readonly provider: string
  readonly min_minor: string
  readonly max_minor: string
  readonly updated_at: string
}

export interface RtpRecord {
  /** Null: not bound. */
  readonly level: PlayerLevel | null
  /** With every provider. */
  readonly betLimits: readonly BetLimitEntry[]
  /** Newest first. */
  readonly journal: readonly JournalEntry[]
}

/**
 * `isChanged`: a round opened with the entitlements from before the change is refused from now on.
 */
export type ChangedRtpRecord = { ok: true; record: RtpRecord; isChanged: boolean }

interface RtpRecordRow {
  start_bps: number | null
  current_bps: number
  manual_bps: number | null
  rounds_since_adjust: number
  bet_limits: BetLimitEntry[]
  journal: JournalEntry[]
}

const EMPTY_RECORD: RtpRecord = { level: null, betLimits: [], journal: [] }

/** Counted rounds are those of core's isCounted, in SQL. */
const RTP_RECORD = `
  SELECT l.start_bps, l.current_bps, l.manual_bps,
    (SELECT count(*)::int FROM round r
      WHERE r.player_key = p.player_key AND r.sequence > l.adjusted_sequence
        AND r.game_id = ANY($4) AND r.state = 'settled' AND r.outcome_id IS NULL
        AND r.level_source <> 'manual') AS rounds_since_adjust,
    (SELECT coalesce(json_agg(b ORDER BY b.currency, b.provider), '[]') FROM (
      SELECT currency, provider, min_minor::text, max_minor::text,
             ${toIso('updated_at')} AS updated_at
      FROM player_bet_limit WHERE player_key = p.player_key) b) AS bet_limits,
    (SELECT coalesce(json_agg(json_build_object('at', ${toIso('at')}, 'change', change,
        'from_bps', from_bps, 'to_bps', to_bps, 'reason', reason, 'by', by)
        ORDER BY entry_id DESC), '[]') FROM (
      SELECT * FROM level_journal WHERE player_key = p.player_key AND provider = $3
      ORDER BY entry_id DESC LIMIT ${JOURNAL_ENTRIES}) j) AS journal
  FROM player p LEFT JOIN player_level l ON l.player_key = p.player_key AND l.provider = $3
  WHERE p.project_id = $1 AND p.player_id = $2`

const READ_RECORD = statement('read-rtp-record', RTP_RECORD)

/** A player who is not stored has an empty record, and reading does not store the player. */
export async function readRtpRecord(
  client: Pool | PoolClient,
  player: PlayerProvider,
): Promise<RtpRecord> {
  const { rows } = await client.query<RtpRecordRow>({
    ...READ_RECORD,
    values: [player.projectId, player.playerId, player.provider, player.gameIds],
  })
  const row = rows[0]
  return row === undefined
    ? EMPTY_RECORD
    : { level: readLevel(row), betLimits: row.bet_limits, journal: row.journal }
}

const LIST_PLAYER_LIMITS = statement(
  'list-player-limits',
  `SELECT b.provider, b.currency, b.min_minor AS "minMinor", b.max_minor AS "maxMinor"
   FROM player_bet_limit b JOIN player p USING (player_key)
   WHERE p.project_id = $1 AND p.player_id = $2`,
)

/** With every provider, as a bet is checked against them; empty for a player who is not stored. */
export async function listPlayerLimits(
  pool: Pool,
  projectId: string,
  playerId: string,
): Promise<PlayerLimit[]> {
  const { rows } = await pool.query<PlayerLimit & { minMinor: string; maxMinor: string }>({
    ...LIST_PLAYER_LIMITS,
    values: [projectId, playerId],
  })
  return rows.map(({ minMinor, maxMinor, ...limit }) => ({
    ...limit,
    minMinor: BigInt(minMinor),
    maxMinor: BigInt(maxMinor),
  }))
}

function readLevel(row: RtpRecordRow): PlayerLevel | null {
  if (row.start_bps === null) return null
  return {
    startBps: row.start_bps,
    currentBps: row.current_bps,
    manualBps: row.manual_bps,
    roundsSinceAdjust: row.rounds_since_adjust,
  }
}

/**
 * Changes a level by the decision of `decide`, which gets the record as read under the lock, so
 * that two changes at once are made one after the other. A refusal, and a decision without an
 * entry, changes nothing.
 * @param decide gets the level and the time of the change, ISO 8601
 */
export function changeLevel(
  pool: Pool,
  player: PlayerProvider,
  decide: (level: PlayerLevel | null, at: string) => PlayerChange | BindRefusal,
  audit?: AuditChange,
): Promise<ChangedRtpRecord | BindRefusal> {
  return changeRtpRecord(pool, player, audit, async (client, playerKey, { level }, at) => {
    const decided = decide(level, at)
    if (!decided.ok) return decided
    if (decided.entries.length > 0)
      await writeLevel(client, playerKey, player.provider, decided.player)
    return decided
  })
}

/**
 * Sets the player's limit in a currency with this provider; null removes it. Removing a missing
 * limit changes nothing.
 * @param journal the entry for a change at this time
 */
export async function changeBetLimit(
  pool: Pool,
  player: PlayerProvider,
  currency: Currency,
  bounds: StakeBounds | null,
  journal: (at: string) => JournalEntry,
  audit?: AuditChange,
): Promise<ChangedRtpRecord> {
  return changeRtpRecord(pool, player, audit, async (client, playerKey, _record, at) => {
    const key = [playerKey, player.provider, currency]
    const { rowCount } =
      bounds === null
        ? await client.query(
            `DELETE FROM player_bet_limit
             WHERE player_key = $1 AND provider = $2 AND currency = $3`,
            key,
          )
        : await client.query(
            `INSERT INTO player_bet_limit
               (player_key, provider, currency, min_minor, max_minor, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (player_key, provider, currency) DO UPDATE
               SET min_minor = excluded.min_minor, max_minor = excluded.max_minor,
                   updated_at = excluded.updated_at`,
            [...key, bounds.minMinor, bounds.maxMinor, at],
          )
    return { ok: true, entries: rowCount === 0 ? [] : [journal(at)] } as const
  })
}

/** A step of the adaptive rule: the level it was judged on, and the result. */
export interface LevelStep {
  /** The automatic level of the rounds in the window. */
  readonly judgedBps: number
  /**
   * The sequence of the round whose settlement filled the window; later rounds belong to the next
   * window.
   */
  readonly sequence: bigint
  readonly entry: JournalEntry & { readonly to_bps: number }
}

/**
 * `outdated`: the level has changed since, is manual, or was stepped at this round or a later one.
 */
export type StepResult = { kind: 'stepped' } | { kind: 'outdated' }

/** Takes an adaptive step, if the level is still the one on which the window was judged. */
export function stepLevel(
  pool: Pool,
  player: PlayerProvider,
  step: LevelStep,
): Promise<StepResult> {
  return inTransaction<StepResult>(
    pool,
    async client => {
      const { playerKey } = await lockPlayerNow(client, player)
      const { rowCount } = await client.query(
        `UPDATE player_level SET current_bps = $3, adjusted_sequence = $4
         WHERE player_key = $1 AND provider = $2 AND current_bps = $5 AND manual_bps IS NULL
           AND adjusted_sequence < $4`,
        [playerKey, player.provider, step.entry.to_bps, step.sequence, step.judgedBps],
      )
      if (rowCount === 0) return { kind: 'outdated' }
      await writeJournal(client, playerKey, player.provider, [step.entry])
      await raiseEntitlementsRevision(client, playerKey)
      return { kind: 'stepped' }
    },
    ({ kind }) => kind === 'stepped',
  )
}

type Decided = { ok: true; entries: readonly JournalEntry[] } | BindRefusal

/** Every change of a record: lock, read, change, journal, revision, and read again. */
async function changeRtpRecord<Made extends Decided>(
  pool: Pool,
  player: PlayerProvider,
  audit: AuditChange | undefined,
  change: (client: PoolClient, playerKey: string, record: RtpRecord, at: string) => Promise<Made>,
): Promise<ChangedRtpRecord | Extract<Made, { ok: false }>> {
  return inTransaction(
    pool,
    async client => {
      const { playerKey, at } = await lockPlayerNow(client, player)
      const record = await readRtpRecord(client, player)
      const made = await change(client, playerKey, record, at)
      if (!made.ok) return made as Extract<Made, { ok: false }>
      if (made.entries.length === 0) return { ok: true, record, isChanged: false }
      await writeJournal(client, playerKey, player.provider, made.entries)
      await raiseEntitlementsRevision(client, playerKey)
      const after = await readRtpRecord(client, player)
      await audit?.(client, pool, {
        before: describe(player, record),
        after: describe(player, after),
      })
      return { ok: true, record: after, isChanged: true }
    },
    result => result.ok && result.isChanged,
  )
}

/** For the audit log. */
function describe({ provider }: PlayerProvider, { level, betLimits }: RtpRecord): object {
  const limits = betLimits
    .filter(limit => limit.provider === provider)
    .map(({ currency, min_minor, max_minor }) => ({
      currency,
      minMinor: min_minor,
      maxMinor: max_minor,
    }))
  if (level === null) return { provider, level, limits }
  const { startBps, currentBps, manualBps } = level
  return { provider, level: { startBps, currentBps, manualBps }, limits }
}

/**
 * The time is the ledger's, read under the lock, so that a player's journal never goes back in
 * time.
 */
async function lockPlayerNow(client: PoolClient, player: PlayerProvider) {
  const playerKey = await ensurePlayer(client, player.projectId, player.playerId)
  await lockPlayer(client, playerKey)
  const { rows } = await client.query<{ at: string }>(`SELECT ${toIso('clock_timestamp()')} AS at`)
  return { playerKey, at: rows[0]!.at }
}

/** A new player's window begins after the existing rounds. */
async function writeLevel(
  client: PoolClient,
  playerKey: string,
  provider: string,
  { startBps, currentBps, manualBps }: PlayerLevel,
): Promise<void> {
  await client.query(
    `INSERT INTO player_level
       (player_key, provider, start_bps, current_bps, manual_bps, adjusted_sequence)
     SELECT $1, $2, $3, $4, $5, last_sequence FROM player WHERE player_key = $1
     ON CONFLICT (player_key, provider) DO UPDATE
       SET current_bps = excluded.current_bps, manual_bps = excluded.manual_bps`,
    [playerKey, provider, startBps, currentBps, manualBps],
  )
}

async function writeJournal(
  client: PoolClient,
  playerKey: string,
  provider: string,
  entries: readonly JournalEntry[],
): Promise<void> {
  for (const { at, change, from_bps, to_bps, reason, by } of entries) {
    await client.query(
      `INSERT INTO level_journal (player_key, provider, at, change, from_bps, to_bps, reason, by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [playerKey, provider, at, change, from_bps, to_bps, reason, by],
    )
  }
}
