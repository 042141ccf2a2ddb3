// A peer of the round trip on a socket: `ws` answers every message with one text.

import { WebSocketServer } from 'ws'
import { runProgram } from '../program.ts'

runProgram<{ answer: string }>(async ({ answer }) => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', socket => {
    socket.on('message', () => socket.send(answer))
  })
  await new Promise(resolve => server.once('listening', resolve))
  return { ready: (server.address() as { port: number }).port }
})
