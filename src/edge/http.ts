// HTTP over uWebSockets.js made safe: every request is answered, and a response is never touched
// after its client has gone. Independent of routes and methods.

import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { randomUUID } from 'node:crypto'
import { HTTP_REQUESTS_IN_FLIGHT } from '../limits.ts'

/**
 * What is kept for a response between its callbacks; uWebSockets.js allows extra properties on it.
 */
interface Exchange {
  isAborted: boolean
  isEnded: boolean
  /** The connection is closed after the answer: what follows on it need not be a request. */
  isLast: boolean
  /** The listener's headers, for every answer. */
  headers: Headers
  /** The caller is this node itself: its answers need no protection against the caller. */
  isOwn: boolean
  onAborted: (() => void)[]
  /** Made when the answer is sent, unless the call has one already. */
  requestId: string | null
  /** Null until they are read. */
  sent: readonly HeaderLine[] | null
}

/** Lower-case name and value of a header as sent; a header sent twice gives two lines. */
export type HeaderLine = readonly [name: string, value: string]

/**
 * Must be called while the route handler still runs, before anything is awaited (readBody and
 * answer do it). Calling it again changes nothing.
 */
export function watchAbort(res: HttpResponse): Exchange {
  const known = res.exchange as Exchange | undefined
  if (known !== undefined) return known
  const exchange: Exchange = {
    isAborted: false,
    isEnded: false,
    isLast: false,
    headers: {},
    isOwn: false,
    onAborted: [],
    requestId: null,
    sent: null,
  }
  res.exchange = exchange
  res.onAborted(() => {
    exchange.isAborted = true
    for (const notify of exchange.onAborted) notify()
  })
  return exchange
}

/** Sets the request id that the answer will carry. */
export function setRequestId(res: HttpResponse, requestId: string): void {
  watchAbort(res).requestId = requestId
}

/** True once the client has gone and no answer can be delivered. */
export function isAborted(res: HttpResponse): boolean {
  return watchAbort(res).isAborted
}

/** True once an answer is no longer possible: it was given already, or the client has gone. */
export function isOver(res: HttpResponse): boolean {
  const exchange = watchAbort(res)
  return exchange.isAborted || exchange.isEnded
}

/** In the order they were sent. Borrowed memory: call it before anything is awaited. */
export function readHeaders(res: HttpResponse, req: HttpRequest): readonly HeaderLine[] {
  const exchange = watchAbort(res)
  if (exchange.sent !== null) return exchange.sent
  const sent: HeaderLine[] = []
  req.forEach((name, value) => void sent.push([name, value]))
  exchange.sent = sent
  return sent
}

/** Every value that a header was sent with. Borrowed memory as well. */
export function readHeader(res: HttpResponse, req: HttpRequest, lowerCaseName: string): string[] {
  const values: string[] = []
  for (const [name, value] of readHeaders(res, req)) if (name === lowerCaseName) values.push(value)
  return values
}

const STATUS_LINES: Readonly<Record<number, string>> = {
  200: '200 OK',
  201: '201 Created',
  204: '204 No Content',
  302: '302 Found',
  303: '303 See Other',
  304: '304 Not Modified',
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
  409: '409 Conflict',
  413: '413 Content Too Large',
  415: '415 Unsupported Media Type',
  429: '429 Too Many Requests',
  500: '500 Internal Server Error',
  503: '503 Service Unavailable',
}

/** Lower-case names; one given here replaces the default of that name, an empty one removes it. */
export type Headers = Readonly<Record<string, string>>

export const DEFAULT_HEADERS: Headers = {
  // Operator API, "General conventions" 4. Cacheable answers override it.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const DEFAULTS = Object.entries(DEFAULT_HEADERS)

/**
 * Answers once: a second answer, or one to a client that has gone, does nothing. Data that the
 * client has not read yet is not buffered for it: the answer counts as in progress until all of it
 * is written, and another request on the connection before then ends the connection.
 */
export function send(
  res: HttpResponse,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Headers = {},
): void {
  const all = { 'content-type': contentType, ...headers }
  const bytes = toBytes(body)
  sendHead(res, status, all, isLast => {
    if (isLast) res.end(bytes, true)
    else endAsRead(res, bytes)
  })
}

/**
 * As UTF-8: on Node 24 the server writes a text whose characters are all below U+0100 as Latin-1,
 * which is not valid UTF-8, and shorter than declared.
 */
export const toBytes = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text) : text

/**
 * `end` would copy everything that can't be written yet into memory, for each request of a client
 * that does not read.
 */
function endAsRead(res: HttpResponse, body: Uint8Array): void {
  const total = body.byteLength
  const [, isDone] = res.tryEnd(body, total)
  if (isDone) return
  res.onWritable(offset => res.tryEnd(body.subarray(offset), total)[0])
}

/** 304 to a GET: the client already holds the content that the headers describe. */
export function sendNotModified(res: HttpResponse, headers: Headers): void {
  // `end` would declare a content of zero bytes.
  sendHead(res, 304, headers, () => res.endWithoutBody())
}

function sendHead(
  res: HttpResponse,
  status: number,
  headers: Headers,
  end: (isLast: boolean) => void,
): void {
  const exchange = watchAbort(res)
  if (exchange.isAborted || exchange.isEnded) return
  exchange.isEnded = true
  if (exchange.isOwn) {
    writeOwn(res, status, headers, end)
    return
  }
  const write = () => writeHead(res, status, { ...exchange.headers, ...headers }, exchange, end)
  // The parser ends a connection if another request arrives before the answer. So answering in a
  // later turn limits each received piece of bytes to one request: thousands in one piece would
  // otherwise be answered in one go, while all other clients wait.
  setImmediate(() => exchange.isAborted || write())
}

function writeOwn(
  res: HttpResponse,
  status: number,
  headers: Headers,
  end: (isLast: boolean) => void,
): void {
  res.cork(() => {
    res.writeStatus(STATUS_LINES[status] ?? `${status} Status`)
    for (const name in headers) res.writeHeader(name, headers[name]!)
    end(false)
  })
}

function writeHead(
  res: HttpResponse,
  status: number,
  headers: Headers,
  { isLast, requestId }: Exchange,
  end: (isLast: boolean) => void,
): void {
  res.cork(() => {
    res.writeStatus(STATUS_LINES[status] ?? `${status} Status`)
    for (const [name, value] of DEFAULTS) {
      if (headers[name] === undefined) res.writeHeader(name, value)
    }
    for (const name in headers) {
      if (headers[name] !== '') res.writeHeader(name, headers[name]!)
    }
    res.writeHeader('x-request-id', requestId ?? randomUUID())
    if (isLast) res.writeHeader('connection', 'close')
    end(isLast)
  })
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export function sendJson(
  res: HttpResponse,
  status: number,
  body: string,
  headers: Headers = {},
): void {
  send(res, status, JSON_TYPE, body, headers)
}

/** Operator API, "Errors". */
export function errorBody(code: string): string {
  return `{"status":"error","message":${JSON.stringify(code)}}`
}

export function sendError(
  res: HttpResponse,
  status: number,
  code: string,
  headers: Headers = {},
): void {
  sendJson(res, status, errorBody(code), headers)
}

let inFlight = 0

/** Requests in progress in this process, over all routes. */
export function requestsInFlight(): number {
  return inFlight
}

/**
 * Runs a route's work and makes sure that the request is answered: work that throws, or ends
 * without an answer, is answered with `REQUEST_FAILED`. An unanswered request would end the
 * process. Past HTTP_REQUESTS_IN_FLIGHT the caller is refused at once and nothing has started.
 */
export function answer(
  res: HttpResponse,
  work: () => Promise<void> | void,
  onFailure: (error: unknown) => void,
): void {
  watchAbort(res)
  if (inFlight >= HTTP_REQUESTS_IN_FLIGHT) {
    refuseFull(res)
    return
  }
  inFlight++
  // `work` starts in this turn: it may still read the request.
  const run = async () => {
    await work()
    if (!isOver(res)) throw new Error('a route ended without an answer')
  }
  run()
    .catch(error => {
      sendError(res, 400, 'REQUEST_FAILED')
      onFailure(error)
    })
    .finally(() => {
      inFlight--
    })
}

/** Every slot is taken: nothing was started. */
function refuseFull(res: HttpResponse): void {
  sendError(res, 503, 'REQUEST_FAILED', { 'retry-after': '1' })
}
