// A real HTTP wallet for tests whose faults are set by the test. Listens on loopback only.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createWalletClient, type WalletClientOptions } from '../../src/wallet/client.ts'

export interface Received {
  readonly path: string
  readonly contentType: string | undefined
  readonly body: string
}

export type Behaviour = (
  response: ServerResponse,
  request: IncomingMessage,
  received: Received,
) => void

export interface WalletServer {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  readonly connections: () => number
  /** The connections that are open now. */
  readonly open: () => number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** Answers with a body and HTTP 200. */
export const says =
  (body: string, status = 200, headers: Record<string, string> = {}): Behaviour =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  }

export async function startWalletServer(first: Behaviour): Promise<WalletServer> {
  let behaviour = first
  let connections = 0
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { path: request.url!, contentType: request.headers['content-type'], body }
      received.push(one)
      behaviour(response, request, one)
    })
  })
  // Idle connections are the client's to end, however slowly a test goes on.
  server.keepAliveTimeout = 0
  server.on('connection', socket => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    open: () => sockets.size,
    behave(next) {
      behaviour = next
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** A wallet, and the platform's client in front of it; both end with the test. */
export async function openWallet(
  t: { teardown(work: () => unknown): unknown },
  behaviour: Behaviour,
  options: Partial<WalletClientOptions> = {},
) {
  const wallet = await startWalletServer(behaviour)
  const client = createWalletClient({
    allowLoopbackWallets: true,
    builtInWalletUrl: 'http://127.0.0.1:1',
    ...options,
  })
  t.teardown(async () => {
    await client.close()
    await wallet.close()
  })
  const target = { projectId: 'acme', callbackUrl: wallet.url, internal: false }
  return { wallet, client, target }
}
