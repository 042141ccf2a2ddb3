// The connections of one operator's wallet: at most as many as its project's setting allows, one
// call on each, first come first served while it has time. Never sends a call twice, and never
// holds a call past its deadline.

import { Client } from 'undici'
import { unknown } from './answer.ts'
import { type ConnectorOptions, createConnector } from './connector.ts'
import type { Exchange } from './exchange.ts'

/** Idle time of a keep-alive wallet connection: shorter than the 5 s that servers usually have. */
const WALLET_KEEP_ALIVE_MS = 4_000

export interface ConnectionPool {
  /**
   * @param most connections from now on; a connection above that is closed when its call has ended
   */
  send(exchange: Exchange, most: number): void
  close(): Promise<void>
}

/**
 * A separate queue over undici clients instead of undici's Pool: a call whose deadline passes while
 * it waits leaves the queue at once, and a client that failed to connect still counts against the
 * limit (in undici 7 a Pool forgets it but continues to use it).
 */
export function createConnectionPool(
  origin: string,
  options: ConnectorOptions & { readonly keepAliveMs?: number | undefined },
): ConnectionPool {
  const connector = createConnector(options)
  const keepAliveMs = options.keepAliveMs ?? WALLET_KEEP_ALIVE_MS
  const clients = new Set<Client>()
  let most = 0
  /** The most recently used one last: it is taken first, so that surplus connections go idle. */
  const idle: Client[] = []
  const waiting = new Set<Exchange>()

  function openClient(): Client {
    const client = new Client(origin, {
      connect: connector.connect,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      keepAliveTimeoutThreshold: 1_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    clients.add(client)
    return client
  }

  function dispatch(client: Client, exchange: Exchange): void {
    exchange.onReleased = () => release(client)
    client.dispatch(exchange.options, exchange)
  }

  function release(client: Client): void {
    if (clients.size > most) {
      clients.delete(client)
      void client.close()
      return
    }
    for (const exchange of waiting) {
      waiting.delete(exchange)
      if (exchange.giveUpLate()) continue
      dispatch(client, exchange)
      return
    }
    idle.push(client)
  }

  return {
    send(exchange, mostNow) {
      most = mostNow
      const client = idle.pop() ?? (clients.size < most ? openClient() : undefined)
      if (client === undefined) waiting.add(exchange)
      else dispatch(client, exchange)
    },
    async close() {
      for (const exchange of waiting) exchange.end(unknown('network', 'closing, nothing was sent'))
      waiting.clear()
      connector.close()
      await Promise.all([...clients].map(client => client.destroy()))
    },
  }
}
