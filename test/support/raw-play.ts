// A play socket byte for byte: the upgrade and frames as a hostile client makes them. Masks every
// frame and does not check what it sends.

import { openRawSocket, type RawSocket } from './raw-socket.ts'

type Ending = Parameters<typeof openRawSocket>[0]

export const TEXT = 1
export const PING = 9

/** One masked frame. @param first its first byte: FIN, RSV bits and opcode */
export function writeFrame(first: number, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload as string)
  const { length } = bytes
  const head = length < 126 ? Buffer.from([first, 0x80 | length]) : Buffer.from([first, 0xfe, 0, 0])
  if (length >= 126) head.writeUInt16BE(length, 2)
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([head, Buffer.alloc(4), bytes])
}

export const textFrame = (text: string) => writeFrame(0x80 | TEXT, text)

/** The request that opens a play socket. */
export function writeUpgrade(headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    Host: 'a',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET /play/socket HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Resolves once the socket is open, was refused, or has ended instead. */
export async function openPlay(t: Ending, url: string, from: string): Promise<RawSocket> {
  const socket = openRawSocket(t, url, from)
  socket.send(writeUpgrade())
  await Promise.race([socket.seen(/^HTTP\/1\.1 (101|429) [\s\S]*\r\n\r\n/), socket.closed])
  return socket
}

/** The message of a player's hello, with the token of a link. */
export function helloFrame(link: string): Buffer {
  const token = new URL(link).hash.replace('#token=', '')
  return textFrame(JSON.stringify({ type: 'hello', requestId: 'hello', token }))
}

/** The code of the received close frame; null: the connection ended without one. */
export function closeCodeOf(received: string): number | null {
  const bytes = Buffer.from(received, 'latin1')
  let at = received.indexOf('\r\n\r\n') + 4
  while (at + 4 <= bytes.length) {
    const length = bytes[at + 1]! & 0x7f
    const start = at + (length === 126 ? 4 : 2)
    if ((bytes[at]! & 0x0f) === 8) return length < 2 ? 1005 : bytes.readUInt16BE(start)
    at = start + (length === 126 ? bytes.readUInt16BE(at + 2) : length)
  }
  return null
}
