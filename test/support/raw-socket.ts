// A TCP connection that sends bytes unchanged, for tests of what no HTTP client would send.

import { connect } from 'node:net'

export interface RawSocket {
  /** Everything received, as Latin-1. */
  received(): string
  send(bytes: string | Buffer): void
  /** Sends, and resolves once the other side takes more. */
  sendAndDrain(bytes: Buffer): Promise<void>
  /** Reads nothing from now on. */
  pause(): void
  /** Resolves once the operating system of the other side has accepted the connection. */
  connected: Promise<void>
  /** Resolves with what was received once the other side has closed. */
  closed: Promise<string>
  /** Resolves once the received text matches. */
  seen(pattern: RegExp): Promise<string>
  destroy(): void
}

/** @param from the local loopback address */
export function openRawSocket(
  t: { teardown(work: () => unknown): unknown },
  url: string,
  from = '127.0.0.1',
): RawSocket {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), localAddress: from })
  t.teardown(() => socket.destroy())
  let text = ''
  const waiting: { pattern: RegExp; resolve: (text: string) => void }[] = []
  socket.on('data', bytes => {
    text += bytes.toString('latin1')
    for (const { pattern, resolve } of waiting) if (pattern.test(text)) resolve(text)
  })
  // A reset counts as an end.
  socket.on('error', () => {})
  const connected = new Promise<void>(resolve => socket.once('connect', resolve))
  const closed = new Promise<string>(resolve => socket.on('close', () => resolve(text)))
  return {
    received: () => text,
    send: bytes => void socket.write(bytes, 'latin1'),
    sendAndDrain: bytes =>
      new Promise(resolve => {
        if (socket.write(bytes)) setImmediate(resolve)
        else socket.once('drain', resolve)
      }),
    pause: () => void socket.pause(),
    connected,
    closed,
    seen: pattern =>
      new Promise(resolve => {
        if (pattern.test(text)) resolve(text)
        else waiting.push({ pattern, resolve })
      }),
    destroy: () => socket.destroy(),
  }
}
