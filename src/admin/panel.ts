// The panel's server as Fastify sees it: headers and slots of every request, the API, the pages.
// Holds no rule of the API.

import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerFactory,
} from 'fastify'
import { DEFAULT_HEADERS, type Headers, JSON_TYPE } from '../edge/http.ts'
import { ADMIN_STREAM_STALLED_MS } from '../limits/admin.ts'
import { registerAdminApi } from './call.ts'
import type { AdminDeps } from './deps.ts'
import { createPanelPage, isPanelPage, NOT_FOUND, type PageDirs, registerPages } from './pages.ts'
import type { AdminRoute, SignedIn } from './route.ts'
import { createTurns, type Turn } from './turns.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the browser. */
    caller: string
    turn: Turn
    /** Aborts when the reader leaves or the node stops. */
    left: AbortSignal
    /** Null where anyone may ask. */
    account: SignedIn | null
  }
}

export interface Panel extends PageDirs {
  readonly deps: AdminDeps
  readonly routes: readonly AdminRoute[]
  /** Who sent a request: the socket's address, or the one that a trusted proxy names. */
  readAddress(socket: string, forwarded: string): string
}

/** Node bounds the whole head of a request. */
const ID_MAX_CHARS = 16 * 1024

export async function createPanel(
  panel: Panel,
  serverFactory: FastifyServerFactory,
): Promise<FastifyInstance> {
  const { deps, routes, readAddress } = panel
  const always = alwaysHeaders(deps.origin)
  const turns = createTurns()
  const sendPage = createPanelPage(panel)
  const app = Fastify({
    serverFactory,
    routerOptions: { maxParamLength: ID_MAX_CHARS },
    // A path that is not validly escaped: the panel's own page explains it, elsewhere it is 404.
    frameworkErrors: (_error, { method, url }, reply: FastifyReply) => {
      reply.headers(always)
      if (/^(GET|HEAD)$/.test(method) && isPanelPage(url)) return sendPage(reply)
      return reply.code(404).send({ ...NOT_FOUND, reason: 'There is no such path.' })
    },
  })
  app.removeAllContentTypeParsers()
  for (const name of ['caller', 'turn', 'left', 'account']) app.decorateRequest(name, null)
  app.setErrorHandler((error, _req, reply) => {
    deps.onFault(error)
    return reply.code(500).type(JSON_TYPE).send('')
  })
  app.addHook('onRequest', async (req, reply) => {
    const left = new AbortController()
    reply.headers(always).raw.once('close', () => left.abort())
    const caller = readAddress(req.socket.remoteAddress ?? '', forwardedOf(req.headers))
    const turn = turns.begin(caller)
    if (turn === null) return reply.code(503).header('retry-after', '1').send(FULL)
    reply.raw.once('close', turn.end)
    Object.assign(req, { caller, turn, left: left.signal })
    if (req.is404) return reply.code(405).header('allow', 'GET, HEAD').type(JSON_TYPE).send('')
    return undefined
  })
  app.addHook('onSend', async ({ turn }, { raw }, answer) => {
    const isStream = typeof answer === 'object' && answer !== null && 'pipe' in answer
    // An answer that is complete takes no slot while it is read.
    if (!isStream) turn?.end()
    raw.setTimeout(ADMIN_STREAM_STALLED_MS, () => raw.destroy())
  })
  app.register(async api => registerAdminApi(api, deps, routes), { prefix: '/admin/api' })
  app.register(async pages => registerPages(pages, panel, sendPage))
  // Fastify's answer to what is no request may end up within another answer; Node's does not.
  app.server.removeAllListeners('clientError')
  await app.ready()
  return app
}

const forwardedOf = (headers: NodeJS.Dict<string | string[]>) =>
  String(headers['x-forwarded-for'] ?? '')

const FULL = {
  status: 'error',
  message: 'UNAVAILABLE',
  reason: 'This node has too many requests of the panel under way: try again.',
}

function alwaysHeaders(origin: string): Headers {
  return {
    ...DEFAULT_HEADERS,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // After it browsers use only https.
    ...(origin.startsWith('https:') ? { 'strict-transport-security': `max-age=31536000` } : {}),
  }
}
