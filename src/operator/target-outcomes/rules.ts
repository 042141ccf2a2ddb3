// The rules for target outcomes, for the operator's requests and the owner's alike. A request's
// fields are read one by one, in the order of the specification's table: first the form of a field,
// then its rules, then the next field; the first mistake gives the code. Reads no store. Source:
// operator API, "Target-outcome methods".

import { isExternalId, isFreeText, isPrintablePlayerId } from '../../core/identifiers.ts'
import type { TargetKind } from '../../core/target-outcome.ts'
import { DAY_MS } from '../../core/time.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import type { TargetQuery } from '../../ledger/entitlements/target-outcomes.ts'
import { refuse, refuseField } from '../errors.ts'
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
  SPIN_NUMBER_MAX,
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

/** A schedule as an owner asks for it, every field of the right form. */
export interface WantedTarget {
  playerId: string
  gameId: string
  multiplier: string
  kind: TargetKind
  spinNumber: number
  expiresAt: string | undefined
  comment: string | null
}

/** By the rules of the operator's request, in the same order. */
export function checkSchedule(
  { playerId, gameId, multiplier, kind, spinNumber, expiresAt, comment }: WantedTarget,
  findGame: (id: string) => TargetGame | undefined,
): Read<Schedule> {
  const scheduled = checkPlayerAndGame(playerId, gameId, findGame)
  if (!scheduled.ok) return scheduled
  const { game } = scheduled.value
  const size = checkMultiplier(game, multiplier)
  if (!size.ok) return size
  if (kind === 'bonus' && !game.hasFeature) return refuse('GAME_HAS_NO_BONUS')
  if (spinNumber < 1 || spinNumber > SPIN_NUMBER_MAX) return refuse('INVALID_SPIN_NUMBER')
  const expiry = readExpiry(expiresAt)
  if (!expiry.ok) return expiry
  if (comment !== null && !isFreeText(comment, COMMENT_MAX_CHARS)) return refuseField('comment')
  return accept({
    ...scheduled.value,
    multiplierHundredths: size.value,
    kind,
    spinNumber,
    expiresAtMs: expiry.value,
    externalId: null,
    comment,
  })
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
  return checkPlayerAndGame(form.value.player_id, form.value.symbol, findGame)
}

function checkPlayerAndGame(
  playerId: string,
  gameId: string,
  findGame: (id: string) => TargetGame | undefined,
): Read<Pick<Schedule, 'playerId' | 'game'>> {
  if (!isPrintablePlayerId(playerId)) return refuseField('player_id')
  const game = findGame(gameId)
  if (game === undefined) return refuse('GAME_NOT_FOUND')
  return game.targetOutcomes ? accept({ playerId, game }) : refuse('FORCED_OUTCOMES_UNSUPPORTED')
}

function readWin(
  fields: Fields,
  game: TargetGame,
): Read<Pick<Schedule, 'multiplierHundredths' | 'kind' | 'spinNumber'>> {
  const size = fields('multiplier')
  if (!size.ok) return size
  const multiplier = checkMultiplier(game, size.value.multiplier)
  if (!multiplier.ok) return multiplier
  const sort = fields('kind')
  if (!sort.ok) return sort
  const { kind = 'spin' } = sort.value
  if (kind === 'bonus' && !game.hasFeature) return refuse('GAME_HAS_NO_BONUS')
  const counted = fields('spin_number')
  if (!counted.ok) return counted
  const spinNumber = counted.value.spin_number ?? 1
  return accept({ multiplierHundredths: multiplier.value, kind, spinNumber })
}

/** In hundredths of a base bet. */
function checkMultiplier(game: TargetGame, multiplier: string | number): Read<number> {
  const hundredths = parseMultiplier(multiplier)
  if (hundredths === null) return refuse('INVALID_MULTIPLIER')
  if (hundredths > game.maxWinBets * 100) return refuse('MULTIPLIER_ABOVE_MAX_WIN')
  return accept(hundredths)
}

function readExpiryField(fields: Fields): Read<number | null> {
  const form = fields('expires_at')
  return form.ok ? readExpiry(form.value.expires_at) : form
}

function readTexts(fields: Fields): Read<Pick<Schedule, 'externalId' | 'comment'>> {
  const form = fields('external_id', 'comment')
  if (!form.ok) return form
  const { external_id: externalId = null, comment = null } = form.value
  if (externalId !== null && !isExternalId(externalId)) return refuseField('external_id')
  if (comment !== null && !isFreeText(comment, COMMENT_MAX_CHARS)) return refuseField('comment')
  return accept({ externalId, comment })
}

export const readOutcomeToGet = referenceReader(GET, 'outcome_id')
export const readOutcomeToCancel = referenceReader(CANCEL, 'outcome_id')

export function readOutcomeList(body: object): Read<TargetQuery> {
  const form = LIST.read(body)
  if (!form.ok) return form
  const { player_id: playerId, symbol: gameId, status } = form.value
  return accept({ playerId, gameId, status })
}
