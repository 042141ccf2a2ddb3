// Rounds written together with the entitlements they move: a free spin taken and settled, a target
// outcome applied, a player bound to a level. Such a round is one transaction with these changes;
// every other round goes to the group commit. Never decides which grant or target a round uses.

import type { Pool, PoolClient } from 'pg'
import type { LevelBinding } from '../../core/entitlements.ts'
import { giveBackSpin, settleSpin } from '../../core/grant.ts'
import type { OpeningRefusal, OpenResult, SaveResult } from '../../round/ledger-answers.ts'
import { isFinished, type Round } from '../../round/round.ts'
import { whenOpen } from '../database/closed-place.ts'
import { instant, isAhead } from '../database/expiry.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { changeGrant } from '../entitlements/grant-moves.ts'
import { lockPlayer, raiseEntitlementsRevision } from '../players/players.ts'
import { IS_OPEN } from './round-lists.ts'
import {
  finishRoundsQuery,
  openRoundsQuery,
  type RefusalRecord,
  refusalsQuery,
  saveRoundsQuery,
} from './round-statements.ts'
import type { RoundWriter } from './round-writer.ts'

export interface RoundEntitlements {
  /** The revision of the player's entitlements for which the round was made. */
  readonly entitlementsRevision: bigint
  readonly binding: LevelBinding | null
}

export interface RoundLedger {
  /** Nothing is written when it is refused. */
  open(round: Round, entitlements: RoundEntitlements): Promise<OpenResult>
  /** Nothing is written when this version is outdated. */
  save(round: Round): Promise<SaveResult>
}

export function createRoundLedger(
  pool: Pool,
  writer: Pick<RoundWriter, 'open' | 'save'>,
  nowMs: () => number = Date.now,
): RoundLedger {
  return {
    async open(round, entitlements) {
      const { entitlementsRevision, binding } = entitlements
      const { freeSpin, appliedTarget } = round.intent
      const isPlain = freeSpin === null && appliedTarget === null && binding === null
      if (isPlain) return writer.open({ round, entitlementsRevision })
      const work = (client: PoolClient) => openWithEntitlements(client, round, entitlements)
      const conflict = await unlessConflicting(pool, work)
      if (conflict === null) return { kind: 'opened' }
      return { kind: 'refused', cause: await findCause(pool, round, entitlements, conflict) }
    },
    async save(round) {
      if (!movesEntitlements(round)) return writer.save(round)
      const work = (client: PoolClient) => saveWithEntitlements(client, round, nowMs)
      const conflict = await unlessConflicting(pool, work)
      return { kind: conflict === null ? 'saved' : 'outdated' }
    },
  }
}

/** Which statement found the ledger different from what the round was made for. */
type Conflict = 'entitlements' | 'round'

/** Thrown inside a transaction, so that all of it is rolled back. */
class Conflicting extends Error {
  readonly conflict: Conflict

  constructor(conflict: Conflict) {
    super(`the ledger holds another ${conflict} than the round was made for`)
    this.conflict = conflict
  }
}

/** Null: the work is committed. */
async function unlessConflicting(
  pool: Pool,
  work: (client: PoolClient) => Promise<void>,
): Promise<Conflict | null> {
  try {
    await whenOpen(() => inTransaction(pool, work))
    return null
  } catch (error) {
    if (error instanceof Conflicting) return error.conflict
    throw error
  }
}

/**
 * The cause as the group commit finds it; for a cause that is not visible there, the statement that
 * conflicted decides.
 */
async function findCause(
  pool: Pool,
  round: Round,
  { entitlementsRevision }: RoundEntitlements,
  conflict: Conflict,
): Promise<OpeningRefusal> {
  const { text, values } = refusalsQuery([{ round, entitlementsRevision }])
  const { rows } = await pool.query<RefusalRecord>(text, values)
  return rows[0]!.cause ?? (conflict === 'round' ? 'round-open' : 'entitlements-outdated')
}

/**
 * The player's row is locked first: a change of entitlements happens entirely before this round or
 * after it.
 */
async function openWithEntitlements(
  client: PoolClient,
  round: Round,
  { entitlementsRevision, binding }: RoundEntitlements,
): Promise<void> {
  const { intent } = round
  if ((await lockPlayer(client, intent.playerKey)) !== entitlementsRevision) {
    throw new Conflicting('entitlements')
  }
  if (intent.freeSpin !== null) await takeSpin(client, round)
  if (intent.appliedTarget !== null) await applyTarget(client, round)
  if (binding !== null) await bindPlayer(client, round, binding)
  await writeOne(client, openRoundsQuery([{ round, entitlementsRevision }]))
}

const IS_ROUND_OPEN = statement(
  'is-round-open',
  `SELECT ${IS_OPEN} AS is_open FROM unfinished_round WHERE player_key = $1
    AND round_id = $2 FOR UPDATE`,
)

async function saveWithEntitlements(
  client: PoolClient,
  round: Round,
  nowMs: () => number,
): Promise<void> {
  const { playerKey, roundId } = round.intent
  await lockPlayer(client, playerKey)
  const values = [playerKey, roundId]
  const { rows } = await client.query<{ is_open: boolean }>({ ...IS_ROUND_OPEN, values })
  await writeOne(client, (isFinished(round) ? finishRoundsQuery : saveRoundsQuery)([round]))
  // A cancelled round is saved again when its refund moves; its entitlements were already given
  // back.
  if (rows[0]!.is_open) await endWithEntitlements(client, round, nowMs())
}

async function writeOne(
  client: PoolClient,
  { text, values }: { text: string; values: unknown[] },
): Promise<void> {
  const { rowCount } = await client.query(text, values)
  if (rowCount !== 1) throw new Conflicting('round')
}

/** Whether saving it ends a round that holds a free spin or a target outcome. */
function movesEntitlements({ intent, progress }: Round): boolean {
  switch (progress.state) {
    case 'settled':
      return intent.freeSpin !== null
    case 'rejected':
    case 'cancelled':
      return intent.freeSpin !== null || intent.appliedTarget !== null
    default:
      return false
  }
}

const GIVE_BACK_TARGET = statement(
  'give-back-target',
  `UPDATE target_outcome SET status = 'ready', round_id = NULL, applied_at = NULL
   WHERE outcome_id = $1 AND round_id = $2`,
)

async function endWithEntitlements(
  client: PoolClient,
  { intent, progress }: Round,
  nowMs: number,
): Promise<void> {
  const { freeSpin, appliedTarget, playerKey, roundId } = intent
  const atMs = progress.settledAtMs ?? nowMs
  if (freeSpin !== null) {
    await changeGrant(client, freeSpin.grantId, grant =>
      progress.state === 'settled'
        ? settleSpin(grant, progress.winMinor, atMs)
        : giveBackSpin(grant, atMs),
    )
  }
  if (appliedTarget !== null) {
    await client.query({ ...GIVE_BACK_TARGET, values: [appliedTarget.targetOutcomeId, roundId] })
  }
  if (progress.state !== 'settled') await raiseEntitlementsRevision(client, playerKey)
}

const TAKE_SPIN = statement(
  'take-spin',
  `UPDATE free_spin_grant SET taken = taken + 1
   WHERE grant_id = $1 AND player_key = $2 AND status = 'active'
     AND ${isAhead(instant('$3'))} AND taken = total - $4 - 1`,
)

/** The spin must be the grant's next one, as the round expects. */
async function takeSpin(client: PoolClient, { intent }: Round): Promise<void> {
  const { rowCount } = await client.query({
    ...TAKE_SPIN,
    values: [
      intent.freeSpin!.grantId,
      intent.playerKey,
      intent.createdAtMs,
      intent.freeSpin!.remaining,
    ],
  })
  if (rowCount !== 1) throw new Conflicting('entitlements')
}

const APPLY_TARGET = statement(
  'apply-target',
  `UPDATE target_outcome SET status = 'applied', round_id = $3,
     applied_at = ${instant('$4')}
   WHERE outcome_id = $1 AND player_key = $2 AND status = 'ready'
     AND ${isAhead(instant('$4'))}`,
)

async function applyTarget(client: PoolClient, { intent }: Round): Promise<void> {
  const { rowCount } = await client.query({
    ...APPLY_TARGET,
    values: [
      intent.appliedTarget!.targetOutcomeId,
      intent.playerKey,
      intent.roundId,
      intent.createdAtMs,
    ],
  })
  if (rowCount !== 1) throw new Conflicting('entitlements')
}

const BIND_PLAYER = statement(
  'bind-player',
  `WITH bound AS (
     INSERT INTO player_level (player_key, provider, start_bps, current_bps,
       adjusted_sequence)
     VALUES ($1, $2, $3, $3, $5) ON CONFLICT DO NOTHING RETURNING player_key)
   INSERT INTO level_journal (player_key, provider, at, change, to_bps, by)
   SELECT player_key, $2, ${instant('$4')}, 'bind', $3, 'adaptive' FROM bound`,
)

/** Bound meanwhile by another node's round: the level of this one must be read again. */
async function bindPlayer(
  client: PoolClient,
  { intent }: Round,
  { provider, levelBps }: LevelBinding,
): Promise<void> {
  const { rowCount } = await client.query({
    ...BIND_PLAYER,
    values: [
      intent.playerKey,
      provider,
      levelBps,
      intent.createdAtMs,
      // Earlier rounds were not played at a level of this player.
      (intent.sequence - 1n).toString(),
    ],
  })
  if (rowCount !== 1) throw new Conflicting('entitlements')
}
