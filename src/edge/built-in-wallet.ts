// The built-in wallet's listener, on loopback and a port that the system chooses: the node calls it
// like any other wallet, and its address is published nowhere.

import type { HttpResponse } from 'uWebSockets.js'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'
import { answerBody } from './body.ts'
import { sendError, sendJson } from './http.ts'
import type { Routes } from './listener.ts'

export interface BuiltInWalletEdge {
  answer(
    projectId: string,
    currency: string,
    body: Buffer,
  ): Promise<{ readonly status: number; readonly body: string }>
  onFault(error: unknown): void
}

/** A callback is a few short fields; the limit for answers serves for requests too. */
const BODY_MAX_BYTES = WALLET_ANSWER_MAX_BYTES
/** The caller is the node itself, as often as its players need. */
const SELF = 'built-in wallet'

export function registerBuiltInWallet(routes: Routes, wallet: BuiltInWalletEdge): void {
  routes.post('/wallet/:project/:currency', (res, req) => {
    const asked = { projectId: req.getParameter(0) ?? '', currency: req.getParameter(1) ?? '' }
    const work = (body: Buffer | null) => answerCall(res, wallet, asked, body)
    answerBody(res, SELF, BODY_MAX_BYTES, work, wallet.onFault)
  })
  routes.any('/*', res => sendError(res, 404, 'NOT_FOUND'))
}

async function answerCall(
  res: HttpResponse,
  wallet: BuiltInWalletEdge,
  { projectId, currency }: { projectId: string; currency: string },
  body: Buffer | null,
): Promise<void> {
  if (body === null) return sendError(res, 400, 'INVALID_REQUEST')
  const { status, body: text } = await wallet.answer(projectId, currency, body)
  sendJson(res, status, text)
}
