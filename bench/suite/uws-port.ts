// A port for the bare servers of the suite. Serves nothing.

import uWS from 'uWebSockets.js'

export function listenOnLoopback(app: uWS.TemplatedApp): Promise<number> {
  return new Promise((resolve, reject) => {
    app.listen('127.0.0.1', 0, socket => {
      if (socket === false) reject(new Error('no port'))
      else resolve(uWS.us_socket_local_port(socket))
    })
  })
}
