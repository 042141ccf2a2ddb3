// The smallest wallet there can be, a process of its own: every call is accepted, after as many milliseconds as
// its argument says. For measuring what a call costs its caller. Tells its parent the port and ends with it.

import uWS from 'uWebSockets.js'

const BODY = '{"status":"ok","balance":10000.00,"currency":"USD"}'
const latencyMs = Number(process.argv[2] ?? 0)

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
    if (latencyMs === 0) answer()
    else setTimeout(answer, latencyMs)
  })
})
app.listen('127.0.0.1', 0, socket => {
  if (socket === false) throw new Error('no port')
  process.send?.(uWS.us_socket_local_port(socket))
})
process.on('disconnect', () => process.exit())
