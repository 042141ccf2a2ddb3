// The columns of a round, each listed once: its name, how its value is written and how it is read.
// The statements that open, save, finish and read rounds are made from these lists
// (round-statements.ts); a field of a round without a column does not compile.

import type {
  AppliedTarget,
  FreeSpin,
  Round,
  RoundIntent,
  RoundProgress,
} from '../../round/round.ts'
import {
  amount,
  boolean,
  bytes,
  type ColumnsOf,
  column,
  count,
  instant,
  int,
  json,
  key,
  list,
  nullable,
  type Row,
  readFields,
  readPart,
  selected,
  text,
  uuid,
  type Written,
  written,
} from '../database/column.ts'

/** Written once, when the round is opened. */
const INTENT: ColumnsOf<Omit<RoundIntent, 'freeSpin' | 'appliedTarget'>> = {
  roundId: column('round_id', uuid),
  playerKey: column('player_key', key),
  sequence: column('sequence', amount),
  requestId: column('request_id', text()),
  sessionId: column('session_id', uuid),
  gameId: column('game_id', text()),
  gameVersion: column('game_version', text()),
  gameMode: column('game_mode', text()),
  currency: column('currency', text()),
  betTerms: column('bet_terms', json),
  baseStakeMinor: column('base_stake_minor', amount),
  stakeMinor: column('stake_minor', amount),
  seed: column('seed', bytes),
  levelBps: column('level_bps', nullable(int)),
  levelSource: column('level_source', nullable(text())),
  createdAtMs: column('created_at', instant),
}

/** Of `intent.freeSpin`; null columns: a paid round. The external id is the grant's. */
const FREE_SPIN: ColumnsOf<Omit<FreeSpin, 'externalId'>> = {
  grantId: column('grant_id', uuid),
  remaining: column('grant_remaining', int),
}

/** Of `intent.appliedTarget`; null columns: no target outcome. */
const APPLIED_TARGET: ColumnsOf<AppliedTarget> = {
  targetOutcomeId: column('outcome_id', uuid),
  reelSet: column('weighting', text()),
}

/** Written by every save. */
const PROGRESS: ColumnsOf<Omit<RoundProgress, 'version'>> = {
  state: column('state', text()),
  choices: column('choices', list),
  choiceRequestIds: column('choice_request_ids', list),
  awaiting: column('awaiting', boolean),
  awaitingSinceMs: column('awaiting_since', nullable(instant)),
  winUnits: column('win_units', count),
  winMinor: column('win_minor', amount),
  betStatus: column('bet_status', text()),
  winStatus: column('win_status', nullable(text())),
  refundStatus: column('refund_status', nullable(text())),
  cancelReason: column('cancel_reason', nullable(text())),
  refusalCode: column('refusal_code', nullable(text())),
  balanceAfterBetMinor: column('balance_after_bet_minor', nullable(amount)),
  balanceAfterMinor: column('balance_after_minor', nullable(amount)),
  winPlannedAtMs: column('win_planned_at', nullable(instant)),
  refundPlannedAtMs: column('refund_planned_at', nullable(instant)),
  betConfirmedAtMs: column('bet_confirmed_at', nullable(instant)),
  winConfirmedAtMs: column('win_confirmed_at', nullable(instant)),
  refundConfirmedAtMs: column('refund_confirmed_at', nullable(instant)),
  settledAtMs: column('settled_at', nullable(instant)),
  attempts: column('attempts', int),
  startNotified: column('start_notified', boolean),
  finishNotified: column('finish_notified', boolean),
}

const VERSION: ColumnsOf<Pick<RoundProgress, 'version'>> = { version: column('version', int) }

/** The outcome at the opening; the rest of the progress has its defaults. */
const OPENING = {
  choices: PROGRESS.choices,
  choiceRequestIds: PROGRESS.choiceRequestIds,
  awaiting: PROGRESS.awaiting,
  winUnits: PROGRESS.winUnits,
  winMinor: PROGRESS.winMinor,
  winStatus: PROGRESS.winStatus,
  winPlannedAtMs: PROGRESS.winPlannedAtMs,
}

/** Every field that an opening writes. */
export const OPENED_COLUMNS: readonly Written<Round>[] = [
  ...written(INTENT, ({ intent }: Round) => intent),
  ...written(FREE_SPIN, ({ intent }: Round) => intent.freeSpin),
  ...written(APPLIED_TARGET, ({ intent }: Round) => intent.appliedTarget),
  ...written(OPENING, ({ progress }: Round) => progress),
]

/** Which row a save updates, and the version that it must find there. */
export const GUARD_COLUMNS: readonly Written<Round>[] = [
  ...written(
    { playerKey: INTENT.playerKey, roundId: INTENT.roundId },
    ({ intent }: Round) => intent,
  ),
  ...written(VERSION, ({ progress }: Round) => progress),
]

/** Every field that a save writes, besides the version. */
export const SAVED_COLUMNS: readonly Written<Round>[] = written(
  PROGRESS,
  ({ progress }: Round) => progress,
)

/** For a finished round: it no longer waits for a decision. */
export const FINISHED_COLUMNS: readonly Written<Round>[] = SAVED_COLUMNS.filter(
  ({ name }) => name !== PROGRESS.awaitingSinceMs.name,
)

/** What was fixed when the round was opened: a finished round copies it from its unfinished row. */
export const FIXED_NAMES: readonly string[] = [
  ...[INTENT, FREE_SPIN, APPLIED_TARGET].flatMap(columns =>
    Object.values(columns).map(({ name }) => name),
  ),
  'project_id',
]

const EXTERNAL_ID = 'grant_external_id'

/** The columns of the view `round` that `readRound` needs. */
export const SELECTED = [
  ...selected(INTENT),
  ...selected(FREE_SPIN),
  ...selected(APPLIED_TARGET),
  ...selected(PROGRESS),
  ...selected(VERSION),
  `(SELECT external_id FROM free_spin_grant g WHERE g.grant_id = round.grant_id) AS ${EXTERNAL_ID}`,
].join(', ')

/** @param row of SELECTED */
export function readRound(row: Row): Round {
  const freeSpin = readPart(FREE_SPIN, row)
  const externalId = row[EXTERNAL_ID] as string | null
  const intent: RoundIntent = {
    ...readFields(INTENT, row),
    freeSpin: freeSpin && { grantId: freeSpin.grantId, externalId, remaining: freeSpin.remaining },
    appliedTarget: readPart(APPLIED_TARGET, row),
  }
  return { intent, progress: { ...readFields(PROGRESS, row), ...readFields(VERSION, row) } }
}
