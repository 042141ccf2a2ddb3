// A proxy between a client and a node: records every call, and fails the calls that it is set to
// fail.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { request } from 'undici'
import { startWalletServer } from './wallet-server.ts'

export interface SeenCall {
  path: string
  key: string | undefined
  body: string
  /** The call's method or action, or its path. */
  name: string
}

/** What happens to a call; by default it passes. */
export type Fault =
  | 'drop before the node'
  | 'drop the answer'
  | 'never answer'
  | { status: number; headers?: Record<string, string>; body: string }

export async function startFront(t: { teardown(work: () => unknown): unknown }, nodeUrl: string) {
  const calls: SeenCall[] = []
  let faults: Fault[] = []

  async function receive(
    incoming: IncomingMessage,
    response: ServerResponse,
    body: string,
  ): Promise<void> {
    const fields = body === '' ? {} : JSON.parse(body)
    const path = incoming.url!
    const key = incoming.headers['idempotency-key'] as string | undefined
    calls.push({ path, key, body, name: fields.method ?? fields.action ?? path })
    const fault = faults.shift()
    if (fault === 'drop before the node') return void response.destroy()
    if (fault === 'never answer') return
    if (typeof fault === 'object') {
      return void response.writeHead(fault.status, fault.headers).end(fault.body)
    }
    const answer = await request(`${nodeUrl}${path}`, {
      method: incoming.method as 'GET' | 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: body === '' ? null : body,
    })
    const text = await answer.body.text()
    if (fault === 'drop the answer') return void response.destroy()
    response.writeHead(answer.statusCode).end(text)
  }

  const server = await startWalletServer((response, incoming, { body }) => {
    receive(incoming, response, body).catch(() => response.destroy())
  })
  t.teardown(server.close)
  return {
    url: server.url,
    calls,
    /** The fates of the next calls, one each; earlier calls are forgotten. */
    next(...next: Fault[]): void {
      faults = next
      calls.length = 0
    },
  }
}
