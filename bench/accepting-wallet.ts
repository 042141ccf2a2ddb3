// The smallest wallet there can be, a process of its own: every call is accepted. For measuring what a
// call costs its caller. Tells its parent the port and ends with it.

import uWS from 'uWebSockets.js'

const BODY = '{"status":"ok","balance":10000.00,"currency":"USD"}'

const app = uWS.App().any('/*', res => {
  res.onAborted(() => {})
  res.onData((_chunk, isLast) => {
    if (isLast) res.cork(() => res.writeHeader('content-type', 'application/json').end(BODY))
  })
})
app.listen('127.0.0.1', 0, socket => {
  if (socket === false) throw new Error('no port')
  process.send?.(uWS.us_socket_local_port(socket))
})
process.on('disconnect', () => process.exit())
