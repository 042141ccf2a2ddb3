// A server from Node's `http` module with limits on the number and duration of its connections: an
// idle connection ends soon, and at once when another needs its slot. Independent of routes.

import type { RequestListener, Server, ServerResponse } from 'node:http'
import http from 'node:http'
import type { Socket } from 'node:net'
import { createRoom, type Held, type RoomBounds } from '../limits/room.ts'
import { INTERNAL_LOOK_MS, INTERNAL_REQUEST_MS } from '../limits.ts'

export interface NodeServerOptions {
  readonly connections: RoomBounds
  /**
   * The name under which connections from this address are counted; null: a trusted proxy, limited
   * only by the total.
   */
  countAddress(address: string): string | null
}

export function createNodeServer(
  { connections, countAddress }: NodeServerOptions,
  answer: RequestListener,
): Server {
  const room = createRoom(connections)
  const held = new WeakMap<Socket, Held & { answers: Set<ServerResponse> }>()
  const server = http.createServer({
    headersTimeout: INTERNAL_REQUEST_MS,
    requestTimeout: INTERNAL_REQUEST_MS,
    keepAliveTimeout: INTERNAL_REQUEST_MS,
    connectionsCheckingInterval: INTERNAL_LOOK_MS,
  })
  server.on('connection', socket => {
    const { remoteAddress = '', remotePort } = socket
    const connection = {
      caller: countAddress(remoteAddress) ?? `${remoteAddress} ${remotePort}`,
      answers: new Set<ServerResponse>(),
      // A complete answer only waits to be read: a client that does not read must not keep a slot
      // from others.
      isAtWork: () => [...connection.answers].some(answer => !answer.writableEnded),
      end: () => socket.destroy(),
    }
    held.set(socket, connection)
    if (room.enter(connection)) socket.once('close', () => room.leave(connection))
    else socket.destroy()
  })
  server.on('request', (req, res) => {
    const { answers } = held.get(req.socket)!
    answers.add(res)
    res.once('close', () => answers.delete(res))
    answer(req, res)
  })
  return server
}
