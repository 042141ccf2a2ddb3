// The log of wallet calls of a project: a list, and one call with its bodies. Changes nothing.

import { CALLBACK_CODES, DROPPED, isClear } from '../../core/callback-record.ts'
import { isUuid } from '../../core/identifiers.ts'
import {
  type CallbackQuery,
  findCallback,
  findCallbacks,
  type LoggedCall,
  type LoggedCode,
} from '../../ledger/callback-log/callback-log-reader.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { readPage } from '../page.ts'
import { hasProject, readPeriod, UNKNOWN_PROJECT } from '../reports/filters.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import {
  CallbackLogCall,
  CallbackLogPage,
  CallbackLogQuery,
  type CallbackLogRow,
} from './schema.ts'

export const CALLBACK_LOG_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /projects/:projectId/callback-log', ['round.read', 'path'], {
    summary: 'Calls to the wallet of a project, newest first',
    description:
      'Every call without a clear answer, and a sample of the others; each sampled call says ' +
      'how many it represents.',
    query: CallbackLogQuery,
    answer: CallbackLogPage,
    errors: ['UNKNOWN_PROJECT', 'INVALID_CURSOR'],
    run: async (deps, { params: { projectId }, query }) => {
      const page = readPage(deps, `callback-log ${projectId}`, query)
      if (!page.ok) return page
      const read = readFilters(query)
      if ('code' in read) return read
      if (!(await hasProject(deps, projectId))) return UNKNOWN_PROJECT
      const before = page.after?.[0] ?? null
      const wanted = { projectId, ...read, before, limit: page.limit }
      const { rows: found, databasesAway } = await findCallbacks(deps.reportPools, wanted)
      const { rows, nextCursor } = page.cut(found, ({ callId }) => [callId])
      return answered({ rows: rows.map(present), nextCursor, databasesAway })
    },
  }),
  defineRoute('GET /projects/:projectId/callback-log/:callId', ['round.read', 'path'], {
    summary: 'One call, with what was sent and answered',
    answer: CallbackLogCall,
    errors: ['NOT_FOUND'],
    run: async ({ reportPools }, { params: { projectId, callId } }) => {
      const found = isUuid(callId) ? await findCallback(reportPools, projectId, callId) : null
      if (found === null) {
        return refuse('NOT_FOUND', 'The log has no such call: it is kept for some days only.')
      }
      const { requestBody, answerBody } = found
      return answered({ ...present(found), requestBody, answerBody })
    },
  }),
]

type Filters = Omit<CallbackQuery, 'projectId' | 'before' | 'limit'>

function readFilters(query: CallbackLogQuery): Filters | AdminRefused {
  const period = readPeriod(query)
  if ('code' in period) return period
  const { method, playerId = null, sessionId = null, roundId = null } = query
  if (roundId !== null && !isUuid(roundId)) {
    return refuse('INVALID_REQUEST', 'roundId is no id of a round.', 'roundId')
  }
  if (sessionId !== null && (playerId === null || !isUuid(sessionId))) {
    return refuse('INVALID_REQUEST', 'A session is a UUID of a player: name both.', 'sessionId')
  }
  const methods = method === undefined ? null : [method]
  return { methods, codes: codesOf(query), playerId, sessionId, roundId, ...period }
}

const CODES: readonly LoggedCode[] = [...CALLBACK_CODES, DROPPED]

/** Null: all codes. An empty list: the outcome does not have the code. */
function codesOf({ outcome, code }: CallbackLogQuery): LoggedCode[] | null {
  if (outcome === undefined) return code === undefined ? null : [code]
  const fits = (each: LoggedCode) =>
    outcomeOf(each) === outcome || (outcome === 'failed' && each === DROPPED)
  return CODES.filter(each => fits(each) && (code ?? each) === each)
}

function outcomeOf(code: LoggedCode): CallbackLogRow['outcome'] {
  if (code === DROPPED) return 'dropped'
  if (!isClear(code)) return 'failed'
  return code === 'OK' ? 'ok' : 'refused'
}

function present({ atMs, method, projectId: _, ...row }: LoggedCall): CallbackLogRow {
  return {
    ...row,
    at: new Date(atMs).toISOString(),
    method: row.code === DROPPED ? null : (method as CallbackLogRow['method']),
    outcome: outcomeOf(row.code),
  }
}
