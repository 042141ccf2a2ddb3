// The connections of one operator's wallet: at most as many as its project's setting allows, one
// call on each, first come first served. Never sends a call twice, and never holds a call past its
// deadline.

import { performance } from 'node:perf_hooks'
import { unknown } from './answer.ts'
import { type ConnectorOptions, createConnector } from './connector.ts'
import type { Exchange } from './exchange.ts'
import { WALLET_KEEP_ALIVE_MS, WalletConnection } from './http-connection.ts'

export interface ConnectionPool {
  /**
   * @param most connections from now on; a connection above that is closed when its call has ended
   */
  send(exchange: Exchange, most: number): void
  close(): Promise<void>
}

/**
 * A call whose deadline passes while it waits leaves the queue at once, and a connection that could
 * not be opened counts against the limit until its call has ended.
 */
export function createConnectionPool(
  origin: string,
  connectorOptions: ConnectorOptions,
): ConnectionPool {
  const connector = createConnector(connectorOptions)
  const url = new URL(origin)
  const connections = new Set<WalletConnection>()
  let most = 0
  /** The most recently used one last: it is taken first, so that surplus connections go idle. */
  const idle: WalletConnection[] = []
  const waiting = new Set<Exchange>()
  /** Set while an idle connection may be open. */
  let closing: NodeJS.Timeout | null = null

  function openConnection(): WalletConnection {
    const connection = new WalletConnection(url, connector, release)
    connections.add(connection)
    return connection
  }

  function release(connection: WalletConnection): void {
    if (connections.size > most) {
      connections.delete(connection)
      connection.destroy()
      return
    }
    for (const exchange of waiting) {
      waiting.delete(exchange)
      if (exchange.isSettled) continue
      connection.send(exchange)
      return
    }
    idle.push(connection)
    closing ??= setTimeout(closeIdle, WALLET_KEEP_ALIVE_MS).unref()
  }

  function closeIdle(): void {
    const nowMs = performance.now()
    for (const connection of idle) connection.closeWhenDue(nowMs)
    const isLeft = idle.some(connection => connection.isOpen())
    closing = isLeft ? setTimeout(closeIdle, WALLET_KEEP_ALIVE_MS).unref() : null
  }

  return {
    send(exchange, mostNow) {
      most = mostNow
      const free = idle.pop() ?? (connections.size < most ? openConnection() : undefined)
      if (free === undefined) waiting.add(exchange)
      else free.send(exchange)
    },
    async close() {
      most = 0
      for (const exchange of waiting) exchange.end(unknown('network', 'closing, nothing was sent'))
      waiting.clear()
      if (closing !== null) clearTimeout(closing)
      for (const connection of [...connections]) connection.destroy()
      connector.close()
    },
  }
}
