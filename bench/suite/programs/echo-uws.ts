// The floor of a round trip on a socket: uWebSockets.js alone answers every message with one text.

import uWS from 'uWebSockets.js'
import { runProgram } from '../program.ts'
import { listenOnLoopback } from '../uws-port.ts'

runProgram<{ answer: string }>(async ({ answer }) => {
  const app = uWS.App().ws('/*', {
    message(ws) {
      ws.send(answer, false, false)
    },
  })
  return { ready: await listenOnLoopback(app) }
})
