// Routes for this node's own network: metrics, which name projects, and the built-in wallet, which the
// node calls itself. Never registered on the public listener.

import type { HttpResponse } from 'uWebSockets.js'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'
import { answer, answerBody, send, sendError, sendJson } from './http.ts'
import type { Routes } from './listener.ts'

export interface InternalEdge {
  metrics(): Promise<string>
  /** Null: this node has no built-in wallet. */
  builtInWallet: BuiltInWalletAnswer | null
  onFault(error: unknown): void
}

type BuiltInWalletAnswer = (
  projectId: string,
  currency: string,
  body: Buffer,
) => Promise<{ readonly status: number; readonly body: string }>

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
/** A callback is a few short fields; the bound for answers serves for requests. */
const BODY_MAX_BYTES = WALLET_ANSWER_MAX_BYTES
/** The node itself calls, as often as its players need. */
const SELF = 'built-in wallet'

export function registerInternal(routes: Routes, edge: InternalEdge): void {
  routes.get('/metrics', res => {
    answer(res, async () => send(res, 200, METRICS_TYPE, await edge.metrics()), edge.onFault)
  })
  routes.any('/metrics', res => sendError(res, 405, 'METHOD_NOT_ALLOWED', { allow: 'GET' }))
  const { builtInWallet } = edge
  if (builtInWallet !== null) {
    routes.post('/wallet/:project/:currency', (res, req) => {
      const asked = { projectId: req.getParameter(0) ?? '', currency: req.getParameter(1) ?? '' }
      const work = (body: Buffer | null) => callWallet(res, builtInWallet, asked, body)
      answerBody(res, SELF, BODY_MAX_BYTES, work, edge.onFault)
    })
  }
  routes.any('/*', res => sendError(res, 404, 'NOT_FOUND'))
}

async function callWallet(
  res: HttpResponse,
  wallet: BuiltInWalletAnswer,
  { projectId, currency }: { projectId: string; currency: string },
  body: Buffer | null,
): Promise<void> {
  if (body === null) return sendError(res, 400, 'INVALID_REQUEST')
  const { status, body: text } = await wallet(projectId, currency, body)
  sendJson(res, status, text)
}
