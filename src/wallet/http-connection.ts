// One HTTP/1.1 connection to a wallet, with one call on it at a time: opened with the first call,
// and again when it was closed. A call is one write, and its answer is read from one buffer of the
// thread. Never sends a call twice, and never reads an answer that was not asked for.

import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Connector } from './connector.ts'
import type { Exchange } from './exchange.ts'
import { ResponseReader } from './http-response.ts'

/** Idle time of a keep-alive wallet connection: shorter than the 5 s that servers usually have. */
export const WALLET_KEEP_ALIVE_MS = 4_000

/** A connection ended in the middle of a call. */
class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed'
  readonly code = 'CONNECTION_CLOSED'
}

export class WalletConnection {
  private readonly origin: URL
  private readonly connector: Connector
  private readonly onFree: (connection: WalletConnection) => void
  private socket: Socket | null = null
  private reader: ResponseReader | null = null
  private exchange: Exchange | null = null
  /** Idle connections are closed after this time. */
  private closesAtMs = 0

  /** @param onFree called when a call has ended, with or without an answer */
  constructor(origin: URL, connector: Connector, onFree: (connection: WalletConnection) => void) {
    this.origin = origin
    this.connector = connector
    this.onFree = onFree
  }

  /** Only while no other call is on it. */
  send(exchange: Exchange): void {
    this.exchange = exchange
    this.closeWhenDue(performance.now())
    if (this.socket === null) this.open(exchange)
    else this.write(this.socket, exchange)
  }

  /** Closes it if it was idle for too long. */
  closeWhenDue(nowMs: number): void {
    if (nowMs >= this.closesAtMs) this.drop()
  }

  isOpen(): boolean {
    return this.socket !== null
  }

  /** Ends it, with the call on it. */
  destroy(): void {
    const { exchange } = this
    this.drop()
    if (exchange !== null) this.fail(exchange, new ConnectionClosed('closing'))
  }

  private open(exchange: Exchange): void {
    this.connector.connect(
      this.origin,
      bytes => this.read(bytes),
      (error, socket) => {
        if (this.exchange !== exchange) socket?.destroy()
        else if (socket === null) this.fail(exchange, error)
        else {
          this.socket = socket
          this.reader = new ResponseReader(WALLET_KEEP_ALIVE_MS)
          const closed = (error?: Error) => this.onClosed(socket, error)
          socket.on('data', bytes => this.read(bytes))
          socket.on('end', closed).on('error', closed)
          socket.on('close', () => closed())
          this.write(socket, exchange)
        }
      },
    )
  }

  private write(socket: Socket, exchange: Exchange): void {
    // Its deadline passed while the connection was being made: the connection is free.
    if (exchange.isSettled) {
      this.closesAtMs = performance.now() + WALLET_KEEP_ALIVE_MS
      this.release(exchange)
      return
    }
    const { path, headers, body } = exchange.request
    const { host } = this.origin
    const bytes = Buffer.byteLength(body)
    exchange.begin(() => this.abort(exchange))
    const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}content-length: ${bytes}`
    // Text of ASCII alone is copied without being encoded.
    socket.write(`${head}\r\n\r\n${body}`, bytes === body.length ? 'latin1' : 'utf8')
  }

  private abort(exchange: Exchange): void {
    this.drop()
    this.fail(exchange, new ConnectionClosed('aborted'))
  }

  private read(bytes: Buffer): void {
    const { exchange, reader } = this
    // Without a call nothing was asked for.
    if (exchange === null || reader === null || exchange.isUnsent) {
      this.drop()
      return
    }
    try {
      reader.read(bytes, exchange)
    } catch (error) {
      if (this.exchange === exchange) this.drop()
      this.fail(exchange, error as Error)
      return
    }
    if (!exchange.isRead) exchange.keepBytes()
    else if (this.exchange === exchange) this.finish(exchange)
  }

  private finish(exchange: Exchange): void {
    const { keptMs } = exchange
    if (keptMs > 0) this.closesAtMs = performance.now() + keptMs
    else this.drop()
    this.release(exchange)
  }

  private onClosed(socket: Socket, error?: Error): void {
    if (this.socket !== socket) return
    const { exchange, reader } = this
    this.drop()
    if (exchange === null) return
    if (error === undefined && reader?.close(exchange) === true) this.finish(exchange)
    else this.fail(exchange, error ?? new ConnectionClosed('closed by the other side'))
  }

  private fail(exchange: Exchange, error: Error): void {
    if (this.exchange !== exchange) return
    exchange.onError(error)
    this.release(exchange)
  }

  private release(exchange: Exchange): void {
    if (this.exchange !== exchange) return
    this.exchange = null
    this.onFree(this)
  }

  private drop(): void {
    const { socket } = this
    this.socket = null
    this.reader = null
    socket?.destroy()
  }
}
