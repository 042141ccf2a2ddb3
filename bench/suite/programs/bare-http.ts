// The floor of an answered POST: uWebSockets.js alone reads the body and writes a given answer.

import uWS from 'uWebSockets.js'
import { runProgram } from '../program.ts'
import { listenOnLoopback } from '../uws-port.ts'

export interface BareHttpSetup {
  status: string
  headers: readonly (readonly [string, string])[]
  body: string
}

runProgram<BareHttpSetup>(async ({ status, headers, body }) => {
  const app = uWS.App().post('/*', res => {
    res.onAborted(() => {})
    res.onData((_chunk, isLast) => {
      if (!isLast) return
      res.cork(() => {
        res.writeStatus(status)
        for (const [name, value] of headers) res.writeHeader(name, value)
        res.end(body)
      })
    })
  })
  return { ready: await listenOnLoopback(app) }
})
