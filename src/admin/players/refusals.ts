// An owner may do for a player what an operator may, by the same rules: how their refusals are
// worded for the panel.

import { OPERATOR_ERRORS, type OperatorErrorCode, type Refused } from '../../operator/errors.ts'
import { ADMIN_ERRORS, type AdminErrorCode, type AdminRefused, refuse } from '../errors.ts'

/** The fields of the panel that a code is about. */
const FIELDS: Partial<Record<OperatorErrorCode, string>> = {
  GAME_NOT_FOUND: 'gameId',
  FREE_SPINS_UNSUPPORTED: 'gameId',
  FORCED_OUTCOMES_UNSUPPORTED: 'gameId',
  INVALID_COUNT: 'count',
  INVALID_FREE_SPIN_BET: 'betMinor',
  PROJECT_BET_LIMIT: 'betMinor',
  INVALID_EXPIRY: 'expiresAt',
  DUPLICATE_EXTERNAL_ID: 'externalId',
  INVALID_MULTIPLIER: 'multiplier',
  MULTIPLIER_ABOVE_MAX_WIN: 'multiplier',
  INVALID_KIND: 'kind',
  GAME_HAS_NO_BONUS: 'kind',
  INVALID_SPIN_NUMBER: 'spinNumber',
  RTP_LEVEL_INVALID: 'level',
  RTP_LEVEL_OUT_OF_RANGE: 'level',
  INVALID_REASON: 'reason',
  INVALID_BET_LIMIT: 'maxMinor',
}

export function explain({ code }: Refused): AdminRefused {
  const meaning = OPERATOR_ERRORS[code].meaning.replace(/`/g, '"')
  return refuse(isAdminCode(code) ? code : 'REQUEST_FAILED', meaning, FIELDS[code])
}

function isAdminCode(code: OperatorErrorCode): code is OperatorErrorCode & AdminErrorCode {
  return Object.hasOwn(ADMIN_ERRORS, code)
}
