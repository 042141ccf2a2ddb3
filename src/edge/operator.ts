// Routes of the operator API: bytes and headers in, status and JSON out. Independent of methods.

import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import type { OperatorAnswer, OperatorRequest } from '../operator/call.ts'
import { answerBody } from './body.ts'
import { type Origin, readOrigin } from './caller.ts'
import { readHeader, sendError, sendJson, setRequestId } from './http.ts'
import type { Routes } from './listener.ts'

/** HTTP request body; the largest legal one is a grant with 4,096 bytes of meta, escaped. */
export const HTTP_BODY_MAX_BYTES = 64 * 1024

export interface OperatorRoutes {
  [path: string]: (request: OperatorRequest) => Promise<OperatorAnswer>
}

export interface CallAnswered {
  path: string
  /** Null: the call failed before its method was known. */
  method: string | null
  status: number
  code: string
  tookMs: number
}

export interface OperatorEdge {
  /** True while the node drains: no new work is started. */
  isDraining(): boolean
  /** The caller's address; null when it can't be determined. */
  findCaller(origin: Origin): string | null
  /** The name under which the caller is counted. */
  countedCaller(origin: Origin): string
  /** Chooses the id of this call. */
  chooseRequestId(socket: string, given: readonly string[]): string
  onAnswer(answer: CallAnswered): void
  /** A monotonic clock. */
  clockMs(): number
  onFault(error: unknown): void
}

export function registerOperatorApi(app: Routes, routes: OperatorRoutes, edge: OperatorEdge): void {
  for (const [path, handle] of Object.entries(routes)) {
    app.post(path, (res, req) => {
      if (edge.isDraining()) {
        sendError(res, 503, 'REQUEST_FAILED', { 'retry-after': '1' })
        return
      }
      const startedMs = edge.clockMs()
      const head = readHead(res, req)
      const origin = readOrigin(res, req)
      const address = edge.findCaller(origin)
      const requestId = edge.chooseRequestId(origin.socket, readHeader(res, req, 'x-request-id'))
      setRequestId(res, requestId)
      answerBody(
        res,
        edge.countedCaller(origin),
        HTTP_BODY_MAX_BYTES,
        async body => {
          const answered = await handle({ ...head, address, requestId, body })
          const { status, body: said, headers, method = null } = answered
          const code = 'message' in said ? String(said.message) : 'ok'
          edge.onAnswer({ path, method, status, code, tookMs: edge.clockMs() - startedMs })
          sendJson(res, status, JSON.stringify(said), headers)
        },
        edge.onFault,
      )
    })
    app.any(path, res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'POST' }))
  }
}

/** Headers are borrowed memory: read before anything is awaited. */
function readHead(
  res: HttpResponse,
  req: HttpRequest,
): Pick<OperatorRequest, 'contentType' | 'idempotencyKeys'> {
  const idempotencyKeys = readHeader(res, req, 'idempotency-key')
  return { contentType: req.getHeader('content-type'), idempotencyKeys }
}
