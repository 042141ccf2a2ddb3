// A WebSocket client for load: RFC 6455 over node:net or TLS, text messages, no extensions. It is
// written so that the generator costs little, and its cost is known. Only for this platform.

import { createHash, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** RFC 6455: part of the answer to an upgrade. */
export const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10
/** Longer than any message of the platform: a welcome has a few kilobytes. */
const MESSAGE_MAX_BYTES = 1024 * 1024
const CONNECT_DEADLINE_MS = 10_000

export interface PlaySocket {
  send(text: string): void
  close(): void
  /** Ends the connection without an answer. */
  cut(): void
}

export interface SocketEvents {
  onMessage(text: string): void
  /** Called once, no matter which side closed it; `code` is 1006 when the connection just ended. */
  onClose(code: number): void
}

/** Resolves once the server has upgraded the connection; rejects if it does not. */
export function openPlaySocket(url: URL, events: SocketEvents): Promise<PlaySocket> {
  return new Promise((resolve, reject) => {
    const key = randomBytes(16).toString('base64')
    const socket = open(url)
    socket.setTimeout(CONNECT_DEADLINE_MS, () => socket.destroy(new Error('connect: too slow')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed before the upgrade')))
    socket.once(isSecure(url) ? 'secureConnect' : 'connect', () => {
      socket.write(
        `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      )
    })
    let head = Buffer.alloc(0)
    socket.on('data', function onHead(chunk: Buffer) {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', onHead)
      const refusal = checkUpgrade(head.toString('latin1', 0, end), key)
      if (refusal !== null) {
        socket.destroy(new Error(refusal))
        return
      }
      socket.setTimeout(0)
      socket.removeAllListeners('error').removeAllListeners('close')
      resolve(serve(socket, head.subarray(end + 4), events))
    })
  })
}

const isSecure = (url: URL) => ['https:', 'wss:'].includes(url.protocol)

function open(url: URL): Socket {
  const to = { host: url.hostname, port: Number(url.port || (isSecure(url) ? 443 : 80)) }
  return isSecure(url) ? connectSecurely(to).setNoDelay(true) : connect({ ...to, noDelay: true })
}

function checkUpgrade(head: string, key: string): string | null {
  const [status = ''] = head.split('\r\n')
  if (!status.startsWith('HTTP/1.1 101')) return `not upgraded: ${status}`
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  return head.toLowerCase().includes(`sec-websocket-accept: ${accept.toLowerCase()}`)
    ? null
    : 'wrong Sec-WebSocket-Accept'
}

/** Reads frames from an upgraded connection and writes masked ones. */
function serve(socket: Socket, rest: Buffer, events: SocketEvents): PlaySocket {
  let closeCode = 1006
  const onFrame = (opcode: number, payload: Buffer) => {
    if (opcode === TEXT) events.onMessage(payload.toString('utf8'))
    else if (opcode === PING) socket.write(encodeFrame(PONG, payload))
    else if (opcode === CLOSE) {
      closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
      socket.end(encodeFrame(CLOSE, payload.subarray(0, 2)))
    }
  }
  const read = createFrameReader(onFrame, reason => socket.destroy(new Error(reason)))
  socket.on('data', read)
  socket.on('error', () => {})
  socket.once('close', () => events.onClose(closeCode))
  if (rest.length > 0) read(rest)
  return {
    send(text) {
      socket.write(encodeFrame(TEXT, Buffer.from(text, 'utf8')))
    },
    close() {
      socket.end(encodeFrame(CLOSE, Buffer.from([0x03, 0xe8])))
    },
    cut: () => socket.destroy(),
  }
}

/** Puts frames together from chunks. The platform sends every message as one frame. */
function createFrameReader(
  onFrame: (opcode: number, payload: Buffer) => void,
  fail: (reason: string) => void,
): (chunk: Buffer) => void {
  let left: Buffer | null = null
  return chunk => {
    let bytes = left === null ? chunk : Buffer.concat([left, chunk])
    left = null
    for (;;) {
      const frame = readFrame(bytes)
      if (typeof frame === 'string') return fail(frame)
      if (frame === null) break
      onFrame(frame.opcode, frame.payload)
      bytes = bytes.subarray(frame.size)
    }
    if (bytes.length > 0) left = bytes
  }
}

/** The first frame; null when it is incomplete; a reason when it is not allowed. */
function readFrame(
  bytes: Buffer,
): { opcode: number; payload: Buffer; size: number } | null | string {
  if (bytes.length < 2) return null
  const [first, second] = [bytes[0]!, bytes[1]!]
  if ((first & 0x80) === 0 || (first & 0x0f) === 0) return 'a message in several frames'
  if ((second & 0x80) !== 0) return 'a masked frame from the server'
  let start = 2
  let length = second
  if (second === 126) {
    if (bytes.length < 4) return null
    length = bytes.readUInt16BE(2)
    start = 4
  } else if (second === 127) {
    if (bytes.length < 10) return null
    length = bytes.readUInt32BE(2) * 2 ** 32 + bytes.readUInt32BE(6)
    start = 10
  }
  if (length > MESSAGE_MAX_BYTES) return 'a message past every bound'
  if (bytes.length < start + length) return null
  return {
    opcode: first & 0x0f,
    payload: bytes.subarray(start, start + length),
    size: start + length,
  }
}

/** Commands and control frames are far below 64 KB. */
function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const long = payload.length > 125
  const start = long ? 8 : 6
  const frame = Buffer.allocUnsafe(start + payload.length)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (long ? 126 : payload.length)
  if (long) frame.writeUInt16BE(payload.length, 2)
  // A new key for every frame, as RFC 6455 5.3 requires; on loopback it has no purpose.
  frame.writeUInt32BE((Math.random() * 2 ** 32) >>> 0, start - 4)
  for (let i = 0; i < payload.length; i++) {
    frame[start + i] = payload[i]! ^ frame[start - 4 + (i & 3)]!
  }
  return frame
}
