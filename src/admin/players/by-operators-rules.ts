// Lets an owner do what an operator may do with a player, through the operator's own methods, so
// that one rule serves both. Only the code of a refusal is translated for the panel.

import type { AuditChange } from '../../ledger/audit/audit-log.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { type AnyMethod, NotExecuted } from '../../operator/call.ts'
import { OPERATOR_ERRORS, type OperatorErrorCode } from '../../operator/errors.ts'
import type { AdminDeps } from '../deps.ts'
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

/**
 * @param body the fields of the operator's request, without its credentials
 * @param byOwner absent: the method changes nothing
 */
export async function askMethod<Answer>(
  { onFault }: Pick<AdminDeps, 'onFault'>,
  method: AnyMethod,
  project: Project,
  body: object,
  byOwner?: AuditChange,
): Promise<{ ok: true; answer: Answer } | AdminRefused> {
  const { projectId: partner } = project
  const read = method.read({ partner, api_key: '', ...body }, project)
  if (!read.ok) return explain(read.code)
  const call = { requestId: 'admin panel', onFault, ...(byOwner === undefined ? {} : { byOwner }) }
  const executed = await method.execute(project, read.value, call).catch(codeOfRefusal)
  if (!executed.ok) return explain(executed.code)
  return { ok: true, answer: method.present(executed) as Answer }
}

function codeOfRefusal(error: unknown): { ok: false; code: OperatorErrorCode } {
  if (error instanceof NotExecuted) return { ok: false, code: error.code }
  throw error
}

function explain(code: OperatorErrorCode): AdminRefused {
  const meaning = OPERATOR_ERRORS[code].meaning.replace(/`/g, '"')
  return refuse(isAdminCode(code) ? code : 'REQUEST_FAILED', meaning, FIELDS[code])
}

function isAdminCode(code: OperatorErrorCode): code is OperatorErrorCode & AdminErrorCode {
  return Object.hasOwn(ADMIN_ERRORS, code)
}
