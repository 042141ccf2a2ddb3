// The lobby's server launches as any operator does, and passes on the API's answer.

import t from 'tap'
import { createLobbyBackend } from '../../src/lobby/backend.ts'
import { GAME } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const backendAt = (baseUrl: string) =>
  createLobbyBackend({
    baseUrl,
    projectId: setup.project.projectId,
    apiKey: async () => setup.project.apiKey,
    games: [],
    balances: async () => null,
  })

t.test('a launch answers the link, or the code of the API', async t => {
  const backend = backendAt(node.baseUrl)
  const wish = { game: GAME, currency: 'EUR' }
  t.match(await backend.launch('guest-1', { ...wish, lang: 'uk', client_platform: 'mobile' }), {
    status: 200,
    body: { status: 'ok', link: /#token=/, meta: { currency: 'EUR', language: 'uk' } },
  })
  const refused = (status: number, message: string) => ({
    status,
    body: { status: 'error', message },
  })
  const launch = (change: object) => backend.launch('guest-1', { ...wish, ...change })
  t.strictSame(await launch({ game: 'no-such-game' }), refused(404, 'UNSUPPORTED_GAME'))
  t.strictSame(await launch({ currency: 'GBP' }), refused(400, 'INVALID_REQUEST'))
})

t.test('a platform that is down is a fault, not an answer', async t => {
  const wish = { game: GAME, currency: 'EUR' }
  await t.rejects(backendAt('http://127.0.0.1:9').launch('guest-1', wish), {
    code: 'NETWORK_ERROR',
  })
})
