// The smallest possible wallet: every call is accepted, after a given number of milliseconds. For
// measuring what a call costs its caller.

import uWS from 'uWebSockets.js'
import { runProgram } from '../program.ts'
import { listenOnLoopback } from '../uws-port.ts'

const BODY = '{"status":"ok","balance":10000.00,"currency":"USD"}'

/** May be changed by a question. */
export interface WalletSetup {
  latencyMs: number
}

runProgram<WalletSetup, WalletSetup>(async ({ latencyMs }) => {
  let afterMs = latencyMs
  const app = uWS.App().any('/*', res => {
    let isAborted = false
    res.onAborted(() => {
      isAborted = true
    })
    const answer = () => {
      if (isAborted) return
      res.cork(() => res.writeHeader('content-type', 'application/json').end(BODY))
    }
    res.onData((_chunk, isLast) => {
      if (!isLast) return
      if (afterMs === 0) answer()
      else setTimeout(answer, afterMs)
    })
  })
  return {
    ready: await listenOnLoopback(app),
    async answer(changed) {
      afterMs = changed.latencyMs
    },
  }
})
