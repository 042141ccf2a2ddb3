// The statements that write rounds, and the one that finds why rows were refused, and how a round
// becomes their parameters: one array a column, so that a batch of any size is one prepared
// statement. Pure; sends nothing.

import type { OpeningRefusal } from '../../round/ledger-answers.ts'
import type { Round } from '../../round/machine.ts'

/** Rounds of one statement, in text and parameters. A write returns the ids of the rows it wrote. */
export interface RoundsQuery {
  text: string
  values: unknown[]
}

type Column<Row> = (row: Row) => string | number | null

/** A round to open, and the revision of the player's entitlements it was made for. */
export interface Opening {
  readonly round: Round
  readonly entitlementsRevision: bigint
}

/**
 * A row whose entitlements have changed meanwhile finds no player to join, and is not written. A round that
 * is slow to arrive may have lost its place in the player state to a later one: its number is free, but
 * rounds are played in the order of their numbers.
 */
const OPEN_ROUNDS = `
INSERT INTO round (project_id, round_id, player_key, sequence, request_id, session_id, game_id,
  game_version, game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, level_bps,
  level_source, grant_id, grant_remaining, outcome_id, weighting, win_units, win_minor, state,
  bet_status, win_status, created_at, win_planned_at, awaiting)
SELECT p.project_id, round_id, p.player_key, sequence, request_id, session_id, game_id,
  game_version, game_mode, currency, bet_terms::json, base_stake_minor, stake_minor,
  decode(seed, 'hex'), level_bps, level_source, grant_id, grant_remaining, outcome_id, weighting,
  win_units, win_minor, 'debit_pending', 'planned', win_status,
  to_timestamp(created_at_ms / 1000.0), to_timestamp(win_planned_at_ms / 1000.0), awaiting::bool
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::text[],
  $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::int[],
  $15::text[], $16::bigint[], $17::bigint[], $18::text[], $19::bigint[], $20::bigint[], $21::text[],
  $22::uuid[], $23::int[], $24::uuid[], $25::text[], $26::bigint[])
  AS u (round_id, player_key, sequence, request_id, session_id, game_id, game_version, game_mode,
    currency, bet_terms, base_stake_minor, stake_minor, seed, level_bps, level_source, win_units,
    win_minor, win_status, created_at_ms, win_planned_at_ms, awaiting, grant_id, grant_remaining,
    outcome_id, weighting, terms_revision)
  JOIN player p ON p.player_key = u.player_key AND p.terms_revision = u.terms_revision
WHERE u.sequence > coalesce((SELECT max(r.sequence) FROM round r WHERE r.player_key = u.player_key), 0)
ON CONFLICT DO NOTHING
RETURNING round_id`

/**
 * Booleans travel as text and are cast in the statement: postgres.js takes an array of them for a
 * single one, and writes every text of a bool[] as false.
 */
const OPEN_COLUMNS: readonly Column<Opening>[] = [
  ({ round: r }) => r.intent.roundId,
  ({ round: r }) => r.intent.playerKey,
  ({ round: r }) => r.intent.sequence.toString(),
  ({ round: r }) => r.intent.requestId,
  ({ round: r }) => r.intent.sessionId,
  ({ round: r }) => r.intent.gameId,
  ({ round: r }) => r.intent.gameVersion,
  ({ round: r }) => r.intent.gameMode,
  ({ round: r }) => r.intent.currency,
  ({ round: r }) => r.intent.betTerms,
  ({ round: r }) => r.intent.baseStakeMinor.toString(),
  ({ round: r }) => r.intent.stakeMinor.toString(),
  ({ round: r }) => Buffer.from(r.intent.seed).toString('hex'),
  ({ round: r }) => r.intent.levelBps,
  ({ round: r }) => r.intent.levelSource,
  ({ round: r }) => r.progress.winUnits,
  ({ round: r }) => r.progress.winMinor.toString(),
  ({ round: r }) => r.progress.winStatus,
  ({ round: r }) => r.intent.createdAtMs,
  ({ round: r }) => r.progress.winPlannedAtMs,
  ({ round: r }) => String(r.progress.awaiting),
  ({ round: r }) => r.intent.freeSpin?.grantId ?? null,
  ({ round: r }) => r.intent.freeSpin?.remaining ?? null,
  ({ round: r }) => r.intent.appliedTarget?.targetOutcomeId ?? null,
  ({ round: r }) => r.intent.appliedTarget?.reelSet ?? null,
  ({ entitlementsRevision }) => entitlementsRevision.toString(),
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

const SAVE_COLUMNS: readonly Column<Round>[] = [
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

export function openRoundsQuery(openings: readonly Opening[]): RoundsQuery {
  const sorted = [...openings].sort((one, other) => byPlayerAndSequence(one.round, other.round))
  return { text: OPEN_ROUNDS, values: OPEN_COLUMNS.map(column => sorted.map(column)) }
}

export function saveRoundsQuery(rounds: readonly Round[]): RoundsQuery {
  const sorted = [...rounds].sort(byPlayerAndSequence)
  return { text: SAVE_ROUNDS, values: SAVE_COLUMNS.map(column => sorted.map(column)) }
}

/**
 * Asked after a write that refused these openings. A row without a cause was refused for another open
 * round of its game, which may be over by now: that is the one cause that does not last.
 */
const FIND_REFUSALS = `
SELECT u.round_id, CASE
  WHEN EXISTS (SELECT FROM round r WHERE r.round_id = u.round_id)
    OR EXISTS (SELECT FROM round r WHERE r.player_key = u.player_key
                                     AND r.request_id = u.request_id) THEN 'request-repeated'
  WHEN EXISTS (SELECT FROM round r WHERE r.player_key = u.player_key
                                     AND r.sequence >= u.sequence) THEN 'sequence-taken'
  WHEN p.terms_revision IS DISTINCT FROM u.terms_revision THEN 'entitlements-outdated'
  END AS cause
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[])
  AS u (round_id, player_key, sequence, request_id, terms_revision)
  LEFT JOIN player p ON p.player_key = u.player_key`

const REFUSAL_COLUMNS: readonly Column<Opening>[] = [
  ({ round: r }) => r.intent.roundId,
  ({ round: r }) => r.intent.playerKey,
  ({ round: r }) => r.intent.sequence.toString(),
  ({ round: r }) => r.intent.requestId,
  ({ entitlementsRevision }) => entitlementsRevision.toString(),
]

/** It returns a row (`RefusalRecord`) for each opening. */
export function refusalsQuery(openings: readonly Opening[]): RoundsQuery {
  return {
    text: FIND_REFUSALS,
    values: REFUSAL_COLUMNS.map(column => openings.map(column)),
  }
}

export interface RefusalRecord {
  round_id: string
  cause: Exclude<OpeningRefusal, 'round-open'> | null
}

/** The key two lanes may collide on: two batches never wait for each other in a circle. */
function byPlayerAndSequence({ intent: a }: Round, { intent: b }: Round): number {
  if (a.playerKey !== b.playerKey) return a.playerKey < b.playerKey ? -1 : 1
  return a.sequence < b.sequence ? -1 : 1
}
