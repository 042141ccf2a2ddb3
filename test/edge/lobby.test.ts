// The lobby of the demo operator: new players are bounded by address. play.test.ts has a node
// without a lobby.

import t from 'tap'
import { request } from 'undici'
import { NEW_GUESTS } from '../../src/edge/lobby.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { openSetup } from '../support/operator-setup.ts'

const setup = await openSetup(t)
await ensureInternalProjects(setup.pool, [setup.masterKey])
const node = await setup.startNode({ demo: true, publicUrl: 'https://games.example.com' })

const WISH = JSON.stringify({ game: 'cherry-classic', currency: 'EUR' })

async function launch(cookie?: string) {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
  const answer = await request(`${node.baseUrl}/lobby/launch`, {
    method: 'POST',
    body: WISH,
    headers,
  })
  await answer.body.dump()
  return { status: answer.statusCode, cookie: String(answer.headers['set-cookie'] ?? '') }
}

t.test('without a cookie an address makes a bounded number of players', async t => {
  const first = await launch()
  t.match(first.cookie, /^lobby_player=guest-[0-9a-f-]{36}\.[\w-]{22};.*HttpOnly; SameSite=Strict/)
  for (let guest = 1; guest < NEW_GUESTS.atOnce; guest++) t.not((await launch()).status, 429)
  t.equal((await launch()).status, 429)
  const [own] = first.cookie.split(';')
  t.not((await launch(own)).status, 429, 'a known player comes in')
  t.equal((await launch(own)).cookie, '', 'as the same player')
  const invented = own!.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
  t.equal((await launch(invented)).status, 429, 'a forged cookie makes a new player')
})

t.test('over https the cookie is Secure, and browsers stay on https', async t => {
  const { headers, body } = await request(`${node.baseUrl}/lobby/games`)
  await body.dump()
  t.match(headers['set-cookie'], /; Secure$/)
  t.match(headers['strict-transport-security'], /^max-age=31536000/)
})
