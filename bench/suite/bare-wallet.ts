// The floor of a wallet call: a fixed body, sent by undici's dispatch with the smallest possible
// handler, over connections of which the last used is taken first. Waits for a connection when all
// are in use; no deadline, no guard, no reading.

import { Client, type Dispatcher } from 'undici'

/** A wallet call as ours prints it. */
export const BODY = JSON.stringify({
  method: 'bet',
  api_key: 'bench-key',
  player_id: 'player-1',
  session_id: '019383a0-7c00-7000-8000-000000000000',
  currency: 'USD',
  game: 'forty-suns',
  timestamp: 1_763_800_000,
  amount: 0.4,
  transaction: 'bet-019383a0-7c00-7000-8000-000000000000',
  round_id: '019383a0-7c00-7000-8000-000000000000',
})
const HEADERS = ['content-type', 'application/json', 'accept', 'application/json']

export function openBareWallet(url: string, connections: number) {
  const { origin, pathname } = new URL(url)
  const options = { pipelining: 1, keepAliveTimeout: 60_000, headersTimeout: 0, bodyTimeout: 0 }
  const clients = Array.from({ length: connections }, () => new Client(origin, options))
  const idle = [...clients]
  const waiting: ((client: Client) => void)[] = []
  const path = `${pathname}/USD`

  function send(client: Client, done: Done): void {
    const release = () => {
      const next = waiting.shift()
      if (next === undefined) idle.push(client)
      else next(client)
    }
    const request: Dispatcher.DispatchOptions = {
      path,
      method: 'POST',
      headers: HEADERS,
      body: BODY,
    }
    client.dispatch(request, new Answer(done, release))
  }

  return {
    /** Resolves with the length of the answer. */
    call: () =>
      new Promise<number>((resolve, reject) => {
        const client = idle.pop()
        const done = { resolve, reject }
        if (client === undefined) waiting.push(free => send(free, done))
        else send(client, done)
      }),
    close: () => Promise.all(clients.map(client => client.destroy())),
  }
}

interface Done {
  resolve(bytes: number): void
  reject(error: Error): void
}

class Answer implements Dispatcher.DispatchHandler {
  private readonly done: Done
  private readonly release: () => void
  private bytes = 0

  constructor(done: Done, release: () => void) {
    this.done = done
    this.release = release
  }

  onConnect(): void {}

  onHeaders(): boolean {
    return true
  }

  onData(chunk: Buffer): boolean {
    this.bytes += chunk.length
    return true
  }

  onComplete(): void {
    this.done.resolve(this.bytes)
    this.release()
  }

  onError(error: Error): void {
    this.done.reject(error)
    this.release()
  }
}
