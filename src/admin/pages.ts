// The panel's page, its files, and the game page for replays: the build that players get, with its
// files below the panel's own path, which only the panel may frame. Never reads a file that a
// client names; holds no round.

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Asset, chooseCopy } from '../edge/asset.ts'
import type { Headers } from '../edge/http.ts'
import { ASSET_HEADERS, pageHeaders, readAsset, readAssets, readGamePage } from '../edge/pages.ts'

export interface PageDirs {
  /** The folder of the panel's built page and files. */
  readonly pagesDir: string
  /** The folder of the pages that players get: replays show the real game. */
  readonly gamePagesDir: string
}

const NONCE = '__STYLE_NONCE__'
const REPLAY_FILES = '/admin/replay/assets/'
const NAMES_OTHERS = /\.(html|js|css)$/
const FRAMED = { ...pageHeaders(["'self'"]), 'x-frame-options': 'SAMEORIGIN' }
export const NOT_FOUND = { status: 'error', message: 'NOT_FOUND' }

type NamedFile = FastifyRequest<{ Params: { '*': string } }>

export type SendPage = (reply: FastifyReply) => FastifyReply

/** The page of the panel: its styles get the nonce of each answer. */
export function createPanelPage({ pagesDir }: PageDirs): SendPage {
  const isBuilt = existsSync(pagesDir)
  const page = isBuilt ? readAsset(pagesDir, 'index.html').plain.toString('utf8') : null
  return reply => {
    if (page === null) return reply.code(404).send(NOT_FOUND)
    const nonce = randomBytes(16).toString('base64')
    const html = page.replaceAll(NONCE, nonce)
    return reply.headers(panelHeaders(nonce)).type('text/html; charset=utf-8').send(html)
  }
}

/** Ids in a path may contain dots: a path in none of the file folders is a page of the panel. */
export function isPanelPage(url: string): boolean {
  return /^\/admin\/(?!api\/|assets\/|replay\/)/.test(url)
}

export function registerPages(
  app: FastifyInstance,
  { pagesDir, gamePagesDir }: PageDirs,
  sendPage: SendPage,
): void {
  registerPanelPage(app, pagesDir, sendPage)
  registerReplayPages(app, gamePagesDir)
}

function registerPanelPage(app: FastifyInstance, dir: string, sendPage: SendPage): void {
  const folder = path.join(dir, 'assets')
  const assets = existsSync(folder) ? readAssets(folder, false) : new Map<string, Asset>()

  app.get('/admin', (_req, reply) => reply.redirect('/admin/'))
  app.get('/admin/*', (_req, reply) => sendPage(reply))
  app.get('/admin/assets/*', (req: NamedFile, reply) =>
    sendFile(req, reply, assets.get(req.params['*']), ASSET_HEADERS),
  )
}

/**
 * Styles that the page creates itself need the nonce of this answer; no other inline style or
 * script may run.
 */
function panelHeaders(nonce: string): Headers {
  const { 'content-security-policy': policy = '', ...headers } = pageHeaders()
  const ours = policy
    .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace('base-uri', "frame-src 'self'; base-uri")
  return { ...headers, 'content-security-policy': ours }
}

/** Files are read when they are first asked for. */
function registerReplayPages(app: FastifyInstance, dir: string): void {
  const assetsDir = path.join(dir, 'assets')
  const files = existsSync(assetsDir) ? readdirSync(assetsDir) : []
  const names = new Set(files.filter(name => !/\.(br|gz|map)$/.test(name)))
  const known = new Map<string, Asset>()

  // Read again each time: caching an entry for every name that fits would fill the memory.
  app.get(
    '/admin/replay/:gameId/',
    (req: FastifyRequest<{ Params: { gameId: string } }>, reply) => {
      const { gameId } = req.params
      const isGame = names.size > 0 && /^[a-z0-9-]{1,64}$/.test(gameId)
      const page = isGame ? withItsFiles(readGamePage(dir, gameId)) : undefined
      return sendFile(req, reply, page, FRAMED)
    },
  )
  app.get(`${REPLAY_FILES}*`, (req: NamedFile, reply) => {
    const name = req.params['*']
    if (names.has(name) && !known.has(name)) known.set(name, readReplayFile(assetsDir, name))
    return sendFile(req, reply, known.get(name), ASSET_HEADERS)
  })
  app.get('/admin/replay/*', (_req, reply) => reply.code(404).send(NOT_FOUND))
}

function readReplayFile(dir: string, name: string): Asset {
  const asset = readAsset(dir, name)
  return NAMES_OTHERS.test(name) ? withItsFiles(asset) : asset
}

/** Replaces the paths of its files by their paths on this listener. */
function withItsFiles({ type, plain }: Asset): Asset {
  const text = plain.toString('utf8').replaceAll(/(["(])\/assets\//g, `$1${REPLAY_FILES}`)
  return { type, plain: Buffer.from(text), br: null, gzip: null }
}

function sendFile(
  { headers: { 'accept-encoding': accepted = '' } }: FastifyRequest,
  reply: FastifyReply,
  asset: Asset | undefined,
  headers: Headers,
): FastifyReply {
  if (asset === undefined) return reply.code(404).send(NOT_FOUND)
  const [coding, content] = chooseCopy(asset, String(accepted))
  reply.headers({ ...headers, ...coding, vary: 'accept-encoding' })
  return reply.type(asset.type).send(content)
}
