// The HTTP route of the built-in wallet: bytes in, bytes out. Decides nothing.

import type { TemplatedApp } from 'uWebSockets.js'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'
import { answer, readBody, sendError, sendJson } from './http.ts'

interface BuiltInWalletRoute {
  readonly answer: (
    projectId: string,
    currency: string,
    body: Buffer,
  ) => Promise<{ readonly status: number; readonly body: string }>
  readonly onFailure: (error: unknown) => void
}

/** A callback is a few short fields; the bound for answers serves for requests. */
const BODY_MAX_BYTES = WALLET_ANSWER_MAX_BYTES

export function registerBuiltInWallet(app: TemplatedApp, route: BuiltInWalletRoute): void {
  app.post('/wallet/:project/:currency', (res, req) => {
    const project = req.getParameter(0)
    const currency = req.getParameter(1)
    answer(
      res,
      async () => {
        const body = await readBody(res, BODY_MAX_BYTES)
        if (body === null) return sendError(res, 400, 'INVALID_REQUEST')
        const { status, body: text } = await route.answer(project, currency, body)
        sendJson(res, status, text)
      },
      route.onFailure,
    )
  })
}
