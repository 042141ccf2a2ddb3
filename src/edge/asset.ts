// Answers that are the same for everyone, held in memory with their compressed copies. Decides
// which copy a client gets, and whether it already has it; never reads a path that a client names.

import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { createHash } from 'node:crypto'
import zlib from 'node:zlib'
import { fullBucket, takeToken } from '../limits/token-buckets.ts'
import { type Headers, send, sendNotModified } from './http.ts'

/**
 * "Not modified" answers of one node. They have no body, so nothing shows that a client does not
 * read them; at this rate the memory that such clients take grows by about 20 KB a second.
 */
const NOT_MODIFIED = { perSecond: 50, atOnce: 500 } as const

export interface Asset {
  type: string
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

/**
 * Compresses once, now. Takes a sixth of the time of brotli's level 9, which the build uses, and is
 * 2 % larger.
 */
export function makeAsset(type: string, text: string): Asset {
  const plain = Buffer.from(text)
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 }
  return {
    type,
    plain,
    br: zlib.brotliCompressSync(plain, { params }),
    gzip: zlib.gzipSync(plain, { level: 9 }),
  }
}

/** Weak: the same content, however it is compressed. */
export function weakTag({ plain }: Asset): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}

const notModified = fullBucket(NOT_MODIFIED, performance.now())

/** With an `etag` among the headers, a client that holds the same content gets 304. */
export function sendAsset(
  res: HttpResponse,
  req: HttpRequest,
  asset: Asset,
  headers: Headers,
  status = 200,
): void {
  const [coding, content] = chooseCopy(asset, req.getHeader('accept-encoding'))
  const all: Headers = { ...headers, vary: 'accept-encoding' }
  const isHeld = headers.etag !== undefined && holds(req.getHeader('if-none-match'), headers.etag)
  // Past the limit the content itself is sent; only as much of it is held in memory as the client
  // reads.
  if (isHeld && takeToken(notModified, NOT_MODIFIED, performance.now())) sendNotModified(res, all)
  else send(res, status, asset.type, content, { ...all, ...coding })
}

/** The smallest form that the client accepts, and the header that names it. */
export function chooseCopy(asset: Asset, accepted: string): [Headers, Buffer] {
  const { br, gzip } = asset
  if (br !== null && accepts(accepted, 'br')) return [{ 'content-encoding': 'br' }, br]
  if (gzip !== null && accepts(accepted, 'gzip')) return [{ 'content-encoding': 'gzip' }, gzip]
  return [{}, asset.plain]
}

/** `gzip;q=0` is a refusal. */
function accepts(accepted: string, coding: string): boolean {
  return accepted.split(',').some(part => {
    const [name, ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
    return name === coding && !parameters.some(text => /^q=0(\.0*)?$/.test(text))
  })
}

/** RFC 9110, "If-None-Match": a list compared weakly, or `*` for any content. */
function holds(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
