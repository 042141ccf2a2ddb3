// The rules for requests about target outcomes beyond the form of their fields. A schedule is read
// field by field, in the order of the specification's table: first the form of a field, then its
// rules, then the next field; the first mistake gives the code. Reads no store. Source: operator
// API, "Target-outcome methods".

import { isExternalId, isFreeText, isPrintablePlayerId } from '../../core/identifiers.ts'
import type { TargetKind } from '../../core/target-outcome.ts'
import { DAY_MS } from '../../core/time.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import type { TargetQuery } from '../../ledger/entitlements/target-outcomes.ts'
import { refuse } from '../errors.ts'
import { readExpiry, resolveExpiry } from '../expiry.ts'
import { referenceReader } from '../reference.ts'
import { accept, compileForm, type FieldReader, type Read } from '../request.ts'
import { parseMultiplier } from './multiplier.ts'
import {
  COMMENT_MAX_CHARS,
  OutcomeCancelRequest,
  OutcomeGetRequest,
  OutcomeListRequest,
  OutcomeScheduleRequest,
} from './schema.ts'

export const LIFETIME_MAX_MS = 90 * DAY_MS

/** The properties of a game that a schedule is checked against. */
export type TargetGame = Pick<
  GameDefinition,
  'id' | 'provider' | 'maxWinBets' | 'hasFeature' | 'targetOutcomes'
>

/** A schedule that is valid regardless of the time. */
export interface Schedule {
  playerId: string
  game: TargetGame
  multiplierHundredths: number
  kind: TargetKind
  spinNumber: number
  /** Null: the default. The execution checks whether it is in range. */
  expiresAtMs: number | null
  externalId: string | null
  comment: string | null
}

const SCHEDULE = compileForm(OutcomeScheduleRequest, {
  multiplier: 'INVALID_MULTIPLIER',
  kind: 'INVALID_KIND',
  spin_number: 'INVALID_SPIN_NUMBER',
  expires_at: 'INVALID_EXPIRY',
})
const GET = compileForm(OutcomeGetRequest)
const CANCEL = compileForm(OutcomeCancelRequest)
const LIST = compileForm(OutcomeListRequest)

type Fields = FieldReader<OutcomeScheduleRequest>

/**
 * @param nowMs only decides which of two mistakes is reported: an expiry out of range comes first
 */
export function readSchedule(
  body: object,
  findGame: (id: string) => TargetGame | undefined,
  nowMs: number,
): Read<Schedule> {
  const opened = SCHEDULE.open(body)
  if (!opened.ok) return opened
  const fields = opened.value
  const scheduled = readPlayerAndGame(fields, findGame)
  if (!scheduled.ok) return scheduled
  const win = readWin(fields, scheduled.value.game)
  if (!win.ok) return win
  const expiry = readExpiryField(fields)
  if (!expiry.ok) return expiry
  const texts = readTexts(fields)
  if (!texts.ok) {
    const inRange = resolveExpiry(expiry.value, nowMs, LIFETIME_MAX_MS)
    return inRange.ok ? texts : inRange
  }
  return accept({ ...scheduled.value, ...win.value, expiresAtMs: expiry.value, ...texts.value })
}

function readPlayerAndGame(
  fields: Fields,
  findGame: (id: string) => TargetGame | undefined,
): Read<Pick<Schedule, 'playerId' | 'game'>> {
  const form = fields('partner', 'api_key', 'method', 'player_id', 'symbol')
  if (!form.ok) return form
  const { player_id: playerId, symbol } = form.value
  if (!isPrintablePlayerId(playerId)) return refuse('INVALID_REQUEST')
  const game = findGame(symbol)
  if (game === undefined) return refuse('GAME_NOT_FOUND')
  return game.targetOutcomes ? accept({ playerId, game }) : refuse('FORCED_OUTCOMES_UNSUPPORTED')
}

function readWin(
  fields: Fields,
  game: TargetGame,
): Read<Pick<Schedule, 'multiplierHundredths' | 'kind' | 'spinNumber'>> {
  const size = fields('multiplier')
  if (!size.ok) return size
  const multiplierHundredths = parseMultiplier(size.value.multiplier)
  if (multiplierHundredths === null) return refuse('INVALID_MULTIPLIER')
  if (multiplierHundredths > game.maxWinBets * 100) return refuse('MULTIPLIER_ABOVE_MAX_WIN')
  const sort = fields('kind')
  if (!sort.ok) return sort
  const { kind = 'spin' } = sort.value
  if (kind === 'bonus' && !game.hasFeature) return refuse('GAME_HAS_NO_BONUS')
  const counted = fields('spin_number')
  if (!counted.ok) return counted
  return accept({ multiplierHundredths, kind, spinNumber: counted.value.spin_number ?? 1 })
}

function readExpiryField(fields: Fields): Read<number | null> {
  const form = fields('expires_at')
  return form.ok ? readExpiry(form.value.expires_at) : form
}

function readTexts(fields: Fields): Read<Pick<Schedule, 'externalId' | 'comment'>> {
  const form = fields('external_id', 'comment')
  if (!form.ok) return form
  const { external_id: externalId = null, comment = null } = form.value
  const areRight =
    (externalId === null || isExternalId(externalId)) &&
    (comment === null || isFreeText(comment, COMMENT_MAX_CHARS))
  return areRight ? accept({ externalId, comment }) : refuse('INVALID_REQUEST')
}

export const readOutcomeToGet = referenceReader(GET, 'outcome_id')
export const readOutcomeToCancel = referenceReader(CANCEL, 'outcome_id')

export function readOutcomeList(body: object): Read<TargetQuery> {
  const form = LIST.read(body)
  if (!form.ok) return form
  const { player_id: playerId, symbol: gameId, status } = form.value
  return accept({ playerId, gameId, status })
}
