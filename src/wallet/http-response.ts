// Reads the answers on one connection to a wallet (RFC 9112): status, framing, body. Strict: bytes
// that two readers could read in two ways are an error. Bounded by its caller, which counts bytes;
// only heads and chunk lines are bounded here.

import { Buffer } from 'node:buffer'

/** Status line and headers of one answer. */
const HEAD_MAX_BYTES = 16_384
/** A chunk's size with its extensions, or a trailer. */
const LINE_MAX_BYTES = 1_024
/** Longer than any chunk that a wallet's answer may have. */
const CHUNK_DIGITS = 8

/** Receives an answer as it comes. Bytes are valid during the call only. */
export interface ResponseHandler {
  /** A 1xx, of which any number may come before the answer. @param bytes of its head */
  onInterim(bytes: number): void
  onStatus(status: number): void
  onBody(bytes: Buffer): void
  /** @param keptMs how long the connection may be used again, 0: not at all */
  onEnd(keptMs: number): void
}

/** Not HTTP, or HTTP with two readings. */
export class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
  readonly code = 'INVALID_HTTP'
}

type Body =
  | { readonly kind: 'none' | 'until-close' }
  | { readonly kind: 'length'; left: number }
  | { readonly kind: 'chunked'; left: number; at: 'size' | 'data' | 'after-data' | 'trailers' }

const NOTHING = Buffer.alloc(0)
const END_OF_HEAD = '\r\n\r\n'

export class ResponseReader {
  /** Of the head or of a line: what came without its end. */
  private rest = NOTHING
  /** Null: the head is awaited. */
  private body: Body | null = null
  private keptMs = 0
  private readonly keepMs: number

  /** @param keepMs the longest that an idle connection is kept */
  constructor(keepMs: number) {
    this.keepMs = keepMs
  }

  /**
   * Throws InvalidResponse, also for bytes after the answer's end: then `onEnd` was not called.
   * @param bytes may be overwritten once this returns
   */
  read(bytes: Buffer, to: ResponseHandler): void {
    let left = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    this.rest = NOTHING
    for (;;) {
      const before = left
      left = this.body === null ? this.readHead(left, to) : this.readBody(left, this.body, to)
      if (this.isOver()) {
        if (left.length > 0) throw new InvalidResponse('bytes after the answer')
        this.body = null
        to.onEnd(this.keptMs)
        return
      }
      if (left === before) break
    }
    if (left.length > 0) this.rest = Buffer.from(left)
  }

  /** The wallet has closed its side: whether that ends the answer. */
  close(to: ResponseHandler): boolean {
    if (this.body?.kind !== 'until-close') return false
    this.body = null
    to.onEnd(0)
    return true
  }

  private isOver(): boolean {
    const { body } = this
    return body !== null && (body.kind === 'none' || (body.kind === 'length' && body.left === 0))
  }

  /** Returns what follows the head; the same bytes if the head is not complete. */
  private readHead(bytes: Buffer, to: ResponseHandler): Buffer {
    const end = bytes.indexOf(END_OF_HEAD, 0, 'latin1')
    if (end > HEAD_MAX_BYTES || (end < 0 && bytes.length > HEAD_MAX_BYTES)) {
      throw new InvalidResponse('its head is too long')
    }
    if (end < 0) {
      // What is no HTTP may never end.
      if (!isStartOfHead(bytes)) throw new InvalidResponse('not HTTP')
      return bytes
    }
    const headBytes = end + END_OF_HEAD.length
    const head = parseHead(bytes.toString('latin1', 0, end + 2))
    if (head.status === 101) throw new InvalidResponse('an upgrade that was not asked for')
    if (head.status < 200) to.onInterim(headBytes)
    else {
      this.body = bodyOf(head)
      this.keptMs = this.body.kind === 'until-close' ? 0 : keptMs(head, this.keepMs)
      to.onStatus(head.status)
    }
    return bytes.subarray(headBytes)
  }

  private readBody(bytes: Buffer, body: Body, to: ResponseHandler): Buffer {
    switch (body.kind) {
      case 'none':
        return bytes
      case 'until-close':
        if (bytes.length > 0) to.onBody(bytes)
        return NOTHING
      case 'length':
        return takeBytes(bytes, body, to)
      case 'chunked':
        return this.readChunk(bytes, body, to)
    }
  }

  private readChunk(
    bytes: Buffer,
    chunked: Extract<Body, { kind: 'chunked' }>,
    to: ResponseHandler,
  ): Buffer {
    if (chunked.at === 'data') {
      const left = takeBytes(bytes, chunked, to)
      if (chunked.left === 0) chunked.at = 'after-data'
      return left
    }
    const end = bytes.indexOf('\r\n', 0, 'latin1')
    if (end > LINE_MAX_BYTES || (end < 0 && bytes.length > LINE_MAX_BYTES)) {
      throw new InvalidResponse('a line of its chunks is too long')
    }
    if (end < 0) return bytes
    this.readLine(bytes.toString('latin1', 0, end), chunked)
    return bytes.subarray(end + 2)
  }

  private readLine(line: string, chunked: Extract<Body, { kind: 'chunked' }>): void {
    if (chunked.at === 'after-data') {
      if (line !== '') throw new InvalidResponse('a chunk is longer than its size')
      chunked.at = 'size'
    } else if (chunked.at === 'trailers') {
      if (line === '') this.body = { kind: 'none' }
    } else {
      const size = CHUNK_SIZE.exec(line)?.[1]
      if (size === undefined || size.length > CHUNK_DIGITS) {
        throw new InvalidResponse('a chunk without a size')
      }
      chunked.left = Number.parseInt(size, 16)
      chunked.at = chunked.left === 0 ? 'trailers' : 'data'
    }
  }
}

const CHUNK_SIZE = /^0*([0-9a-f]+)[ \t]*(?:;[^\r\n]*)?$/i

/** Passes on what belongs to the body, and returns what follows. */
function takeBytes(bytes: Buffer, body: { left: number }, to: ResponseHandler): Buffer {
  if (bytes.length === 0) return bytes
  const own = bytes.length <= body.left ? bytes : bytes.subarray(0, body.left)
  body.left -= own.length
  to.onBody(own)
  return own.length === bytes.length ? NOTHING : bytes.subarray(own.length)
}

const START = 'HTTP/1.'
const isStartOfHead = (bytes: Buffer) =>
  START.startsWith(bytes.toString('latin1', 0, Math.min(bytes.length, START.length)))

interface Head {
  status: number
  isOld: boolean
  length: number | null
  isChunked: boolean
  /** The options of `Connection`. */
  connection: string
  /** Seconds, of `Keep-Alive`; null: not given. */
  keepAliveS: number | null
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: [^\r\n\0]*)?\r\n/
const HEADERS = /^(?:[\w!#$%&'*+.^`|~-]+:[^\r\n\0]*\r\n)*$/

/** @param text up to and including the line end of the last header */
function parseHead(text: string): Head {
  const line = STATUS_LINE.exec(text)
  if (line === null) throw new InvalidResponse('not HTTP')
  const isOld = line[1] === '0'
  const head: Head = {
    status: Number(line[2]),
    isOld,
    length: null,
    isChunked: false,
    connection: '',
    keepAliveS: null,
  }
  const headers = text.slice(line[0].length)
  if (!HEADERS.test(headers)) throw new InvalidResponse('a header is no header')
  for (let at = 0; at < headers.length; ) {
    const end = headers.indexOf('\r\n', at)
    const colon = headers.indexOf(':', at)
    takeHeader(head, headers.slice(at, colon), headers, colon + 1, end)
    at = end + 2
  }
  if (head.isChunked && (head.length !== null || isOld)) {
    throw new InvalidResponse('two lengths')
  }
  return head
}

/** Most headers say nothing about the connection. */
function takeHeader(head: Head, name: string, text: string, from: number, to: number): void {
  const { length } = name
  if (length !== 10 && length !== 14 && length !== 17) return
  const value = () => text.slice(from, to).trim()
  switch (name.toLowerCase()) {
    case 'content-length':
      if (head.length !== null || !/^[0-9]{1,15}$/.test(value())) {
        throw new InvalidResponse('its length is unclear')
      }
      head.length = Number(value())
      break
    case 'transfer-encoding':
      if (head.isChunked || value().toLowerCase() !== 'chunked') {
        throw new InvalidResponse('an unknown transfer encoding')
      }
      head.isChunked = true
      break
    case 'connection':
      head.connection += `,${value().toLowerCase()}`
      break
    case 'keep-alive':
      head.keepAliveS = Number(/(?:^|[,\s])timeout=([0-9]{1,9})/i.exec(value())?.[1] ?? Number.NaN)
      break
  }
}

function bodyOf({ status, length, isChunked }: Head): Body {
  if (status === 204 || status === 304) return { kind: 'none' }
  if (isChunked) return { kind: 'chunked', left: 0, at: 'size' }
  return length === null ? { kind: 'until-close' } : { kind: 'length', left: length }
}

/** A wallet closes an idle connection after the time it names; here it ends a second earlier. */
function keptMs({ isOld, connection, keepAliveS }: Head, keepMs: number): number {
  const has = (option: string) =>
    connection !== '' && connection.split(',').some(each => each.trim() === option)
  if (has('close') || (isOld && !has('keep-alive'))) return 0
  if (keepAliveS === null || Number.isNaN(keepAliveS)) return keepMs
  return Math.max(0, Math.min(keepMs, keepAliveS * 1000 - 1000))
}
