// Serves the admin panel on its listener: its pages, their files, and the bytes to and from the
// admin API. Holds no rule of the API; never reads a path that a client names.

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AnswerAdmin } from '../admin/call.ts'
import type { AdminErrorDescription, AdminRefused } from '../admin/errors.ts'
import type { AdminResult, Streamed } from '../admin/route.ts'
import { ADMIN_STREAM_STALLED_MS } from '../limits/admin.ts'
import { createTurns, type Turn } from './admin-turns.ts'
import { type Asset, chooseCopy } from './asset.ts'
import { JSON_TYPE } from './http.ts'
import { readAsset } from './pages.ts'
import { createReplayPages } from './replay-page.ts'

export interface AdminEdge {
  answer: AnswerAdmin
  /** HTTP status of each code. */
  errors: Readonly<Record<string, AdminErrorDescription>>
  /** The folder of the panel's built page and files. */
  pagesDir: string
  /** The folder of the pages that players get: replays show the real game. */
  gamePagesDir: string
  /** True behind https: sends HSTS, after which browsers use only https. */
  isSecure: boolean
  /** Who sent a request: the socket's address, or the one that a trusted proxy names. */
  readAddress(socket: string, forwarded: string): string
  onFault(error: unknown): void
}

export type AdminHandler = (req: IncomingMessage, res: ServerResponse) => void

const API = '/admin/api'
const ASSETS = '/admin/assets/'
const REPLAYS = '/admin/replay/'
const NONCE = '__STYLE_NONCE__'
const YEAR_S = 31_536_000

/** A file whose name contains a hash of its content. */
const KEPT = { 'cache-control': `public, max-age=${YEAR_S}, immutable` }

type Headers = Readonly<Record<string, string>>

/** Whether a path belongs to the panel. */
export function isAdminPath(url: string): boolean {
  return /^\/admin(\/|\?|$)/.test(url)
}

export function createAdminHandler(edge: AdminEdge): AdminHandler {
  const page = readPage(edge.pagesDir)
  const assets = readAssets(path.join(edge.pagesDir, 'assets'))
  const findReplayFile = createReplayPages(edge.gamePagesDir)
  const always = alwaysHeaders(edge)
  const turns = createTurns()

  async function handle(turn: Turn, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [pathname = '', query = ''] = splitUrl(req.url ?? '/')
    if (pathname.startsWith(`${API}/`))
      return answerApi(edge, always, { pathname, query, turn }, req, res)
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return send(req, res, 405, JSON_TYPE, '', { ...always, allow: 'GET, HEAD' })
    }
    if (pathname.startsWith(ASSETS)) {
      const asset = assets.get(pathname.slice(ASSETS.length))
      return asset === undefined
        ? sendNotFound(req, res, always)
        : sendFile(req, res, asset, { ...always, ...KEPT })
    }
    const file = findReplayFile(pathname)
    if (file !== null) return sendFile(req, res, file.asset, { ...always, ...file.headers })
    if (pathname === '/admin') {
      return send(req, res, 302, JSON_TYPE, '', { ...always, location: '/admin/' })
    }
    // Ids in a path may contain dots: a path in none of the file folders is a page of the panel.
    if (page === null || pathname.startsWith(REPLAYS)) return sendNotFound(req, res, always)
    const nonce = randomBytes(16).toString('base64')
    const html = page.replaceAll(NONCE, nonce)
    send(req, res, 200, 'text/html; charset=utf-8', html, { ...always, ...pageHeaders(nonce) })
  }

  return (req, res) => {
    const turn = turns.begin(addressOf(edge, req))
    if (turn === null) {
      send(req, res, 503, JSON_TYPE, refusalBody(FULL), { ...always, 'retry-after': '1' })
      return
    }
    handle(turn, req, res)
      .catch((error: unknown) => {
        // A sender that left, or was too slow, is no fault and waits for no answer.
        if (req.complete) edge.onFault(error)
        if (!req.complete || res.headersSent) res.destroy()
        else send(req, res, 500, JSON_TYPE, '', always)
      })
      .finally(turn.end)
  }
}

function addressOf(edge: AdminEdge, { socket, headers }: IncomingMessage): string {
  return edge.readAddress(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''))
}

const FULL: AdminRefused = {
  ok: false,
  code: 'UNAVAILABLE',
  reason: 'This node has too many requests of the panel under way: try again.',
}

function alwaysHeaders({ isSecure }: AdminEdge): Headers {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure ? { 'strict-transport-security': `max-age=${YEAR_S}` } : {}),
  }
}

/**
 * Styles that the page creates itself need the nonce of this answer; no other inline style or
 * script may run.
 */
function pageHeaders(nonce: string): Headers {
  return {
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
      "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

function splitUrl(url: string): string[] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

async function answerApi(
  edge: AdminEdge,
  always: Headers,
  { pathname, query, turn }: { pathname: string; query: string; turn: Turn },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const left = new AbortController()
  res.on('close', () => left.abort())
  const headers = Object.fromEntries(
    Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
  )
  const result = await edge.answer({
    method: req.method ?? 'GET',
    path: pathname.slice(API.length),
    ...{ query, headers },
    address: addressOf(edge, req),
    signal: left.signal,
    admit: turn.admit,
    readBody: (accountId, maxBytes) => turn.whileWaiting(accountId, req, readBody(req, maxBytes)),
  })
  await sendResult(edge, always, result, req, res)
}

async function sendResult(
  { errors }: AdminEdge,
  always: Headers,
  result: AdminResult,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (!result.ok) {
    const wait = result.retryAfterS
    const headers = wait === undefined ? always : { ...always, 'retry-after': String(wait) }
    return send(req, res, errors[result.code]!.status, JSON_TYPE, refusalBody(result), headers)
  }
  if ('stream' in result) return sendStream(result, always, req, res)
  if (result.cookies !== undefined) res.setHeader('set-cookie', [...result.cookies])
  send(req, res, 200, JSON_TYPE, JSON.stringify(result.answer), always)
}

function refusalBody({ ok: _, retryAfterS: __, code, ...more }: AdminRefused): string {
  return JSON.stringify({ status: 'error', message: code, ...more })
}

/** Written as fast as the client reads; ends when the client leaves. */
async function sendStream(
  { stream: { contentType, fileName, chunks } }: Streamed,
  always: Headers,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const attachment =
    fileName === undefined
      ? {}
      : { 'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"` }
  res.writeHead(200, { 'content-type': contentType, ...always, ...attachment })
  res.flushHeaders()
  endWhenStalled(res)
  if (req.method === 'HEAD') {
    res.end()
    return
  }
  try {
    await pipeline(Readable.from(chunks), res)
  } catch (error) {
    // A client that left is no fault.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/**
 * Null: the body is too large, or its sender has gone. Node reads the rest of it, until the
 * deadline.
 */
function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise(resolve => {
    if (req.destroyed) resolve(null)
    const chunks: Buffer[] = []
    let bytes = 0
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else resolve(null)
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('close', () => resolve(null))
    req.on('error', () => resolve(null))
  })
}

function readPage(dir: string): string | null {
  return existsSync(dir) ? readAsset(dir, 'index.html').plain.toString('utf8') : null
}

function readAssets(dir: string): ReadonlyMap<string, Asset> {
  const names = existsSync(dir) ? readdirSync(dir) : []
  const kept = names.filter(name => !/\.(br|gz|map)$/.test(name))
  return new Map(kept.map(name => [name, readAsset(dir, name)]))
}

function sendFile(req: IncomingMessage, res: ServerResponse, asset: Asset, headers: Headers): void {
  const [coding, content] = chooseCopy(asset, String(req.headers['accept-encoding'] ?? ''))
  send(req, res, 200, asset.type, content, {
    ...headers,
    ...coding,
    vary: 'accept-encoding',
  })
}

function sendNotFound(req: IncomingMessage, res: ServerResponse, always: Headers): void {
  send(req, res, 404, JSON_TYPE, JSON.stringify({ status: 'error', message: 'NOT_FOUND' }), always)
}

function send(
  { method }: IncomingMessage,
  res: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Headers,
): void {
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  endWhenStalled(res)
  res.end(method === 'HEAD' ? undefined : body)
}

function endWhenStalled(res: ServerResponse): void {
  res.setTimeout(ADMIN_STREAM_STALLED_MS, () => res.destroy())
}
