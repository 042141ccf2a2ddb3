// Attacks over HTTP: bodies and heads that never end, wrong keys, one launch repeated, unlimited
// players, answers that are not read. Each returns its result.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { UNFINISHED_BODIES_PER_CALLER } from '../../src/edge/body.ts'
import { NEW_GUESTS } from '../../src/edge/lobby.ts'
import { FAILED_KEYS_PER_MINUTE } from '../../src/limits.ts'
import { launchBody } from '../support/operator-setup.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import {
  ATTACKER,
  type Attack,
  comeAgain,
  crowd,
  inTurn,
  onlySeen,
  type Play,
  stopped,
} from './attack.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }
/** An answer of some sort: its status, or that the connection ended without one. */
const statusOf = (answer: string) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'ended'

const unfinishedBodies: Attack = {
  name: 'unfinished bodies',
  tried: '2,000 sockets: a body of 60,000 bytes announced, one sent',
  async play({ target, isFull, stop, ending }) {
    const head = 'POST /playGame.do HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{'
    const members = isFull ? 2_000 : UNFINISHED_BODIES_PER_CALLER + 16
    let ended = 0
    const enough = new AbortController()
    const tally = await crowd({ isFull, stop }, members, async () => {
      const socket = openRawSocket(ending, target.baseUrl, ATTACKER)
      socket.send(head)
      const end = isFull ? stop : enough.signal
      const seen = await Promise.race([socket.closed.then(statusOf), stopped(end)])
      if (isFull) await comeAgain(stop)
      // At each change the test does not wait for the deadline of the open ones.
      if (seen === 'ended' && ++ended === 16) enough.abort()
      socket.destroy()
      return seen
    })
    return tally
  },
  judge: tally => onlySeen(tally, ['ended']),
}

const unfinishedHeads: Attack = {
  name: 'unfinished heads',
  tried: '1,000 sockets: a head without its end',
  async play({ target, isFull, stop, ending }) {
    return crowd({ isFull, stop }, isFull ? 1_000 : 20, async () => {
      const socket = openRawSocket(ending, target.baseUrl, ATTACKER)
      socket.send('GET /health HTTP/1.1\r\nHost: a\r\n')
      const seen = isFull
        ? await Promise.race([socket.closed.then(statusOf), stopped(stop)])
        : 'stopped'
      if (isFull) await comeAgain(stop)
      socket.destroy()
      return seen
    })
  },
  judge: tally => onlySeen(tally, [], ['ended']),
}

const wrongKeys: Attack = {
  name: 'wrong keys',
  tried: '64 connections, as fast as they are answered',
  async play({ target, isFull, stop, ending }) {
    const clients = Array.from({ length: isFull ? 64 : 4 }, () => openClient(target, ending))
    const ask = (member: number) => {
      const body = { partner: 'casino', api_key: `rk_${randomBytes(32).toString('base64url')}` }
      return askStatus(clients[member]!, '/gameActions.do', body)
    }
    if (isFull) return crowd({ isFull, stop }, clients.length, ask)
    // One after another: each of the first sixty is refused as wrong.
    return inTurn(FAILED_KEYS_PER_MINUTE + 3, n => ask(n % clients.length))
  },
  judge: tally => onlySeen(tally, ['401', '429']),
}

const launchesWithOneKey: Attack = {
  name: 'launches with one key',
  tried: 'an operator with a wallet that hangs, 500 launches under one Idempotency-Key',
  async play(play) {
    const { target, isFull, stop, ending } = play
    const release = await hangingWallet(play)
    const members = isFull ? 500 : 80
    const clients = Array.from({ length: members }, () => openClient(target, ending))
    let key = 0
    let refused = 0
    const tally = await crowd({ isFull, stop }, members, async member => {
      const headers = { 'idempotency-key': `again-${Math.floor(key++ / members)}` }
      const seen = await askStatus(clients[member]!, '/playGame.do', launchAs(target), headers)
      if (seen === '429' && ++refused === members - 65) release()
      if (isFull) await comeAgain(stop)
      return seen
    })
    release()
    return tally
  },
  // The wallet hangs, or answers something that is not a balance.
  judge: tally => onlySeen(tally, ['429'], ['503', '400', '502', '409']),
}

const playersWithoutEnd: Attack = {
  name: 'new players',
  tried: 'POST /lobby/launch without a cookie, 8 connections',
  async play({ target, isFull, stop, ending }) {
    const clients = Array.from({ length: isFull ? 8 : 1 }, () => openClient(target, ending))
    const ask = (member: number) =>
      askStatus(clients[member]!, '/lobby/launch', { game: 'cherry-classic', currency: 'EUR' })
    if (isFull) return crowd({ isFull, stop }, clients.length, ask)
    return inTurn(NEW_GUESTS.atOnce + 10, () => ask(0))
  },
  judge(tally) {
    const made = tally['200'] ?? 0
    if (made > NEW_GUESTS.atOnce + 2) return `${made} players were made`
    return onlySeen(tally, ['429'], ['200'])
  },
}

const unreadAnswers: Attack = {
  name: 'answers that nobody reads',
  tried: '16 sockets ask for the catalogue without end and read nothing',
  async play(play) {
    const { target, isFull, stop, ending } = play
    const burst = Buffer.from('GET /games/catalog HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500))
    return crowd(play, isFull ? 16 : 2, async () => {
      const socket = openRawSocket(ending, target.baseUrl, ATTACKER)
      socket.pause()
      let isOver = false
      const over = Promise.race([socket.closed.then(() => 'ended'), stopped(stop)])
      void over.then(() => {
        isOver = true
      })
      // A side that does not read notices the end only by writing.
      while (!isOver) await Promise.race([over, socket.sendAndDrain(burst).then(() => sleep(5))])
      socket.destroy()
      if (isFull) await comeAgain(stop)
      return over
    })
  },
  judge: tally => onlySeen(tally, ['ended']),
}

const manyHeaders: Attack = {
  name: 'large heads',
  tried: '16 sockets: heads of 100 headers and of 64 KB, as fast as they are answered',
  async play({ target, isFull, stop, ending }) {
    const many = 'X-A: b\r\n'.repeat(100)
    const long = `X-A: ${'b'.repeat(65_536)}\r\n`
    return crowd({ isFull, stop }, isFull ? 16 : 4, async member => {
      const socket = openRawSocket(ending, target.baseUrl, ATTACKER)
      const headers = member % 2 === 0 ? many : long
      socket.send(`GET /games/health HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
      const seen = await Promise.race([socket.closed, socket.seen(/^HTTP.*\r\n/)])
      socket.destroy()
      return statusOf(seen)
    })
  },
  judge: tally => onlySeen(tally, [], ['200', '431', 'ended']),
}

export const HTTP_ATTACKS: readonly Attack[] = [
  unfinishedBodies,
  unfinishedHeads,
  wrongKeys,
  launchesWithOneKey,
  playersWithoutEnd,
  unreadAnswers,
  manyHeaders,
]

/** One kept connection from the attacker's address. */
export function openClient({ baseUrl }: Play['target'], ending: Play['ending']): Client {
  const client = new Client(baseUrl, { localAddress: ATTACKER, pipelining: 1 })
  ending.teardown(() => client.destroy())
  return client
}

export async function askStatus(
  client: Client,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const answer = await client.request({
      method: 'POST',
      path,
      headers: { ...JSON_HEADERS, ...headers },
      body: JSON.stringify(body),
    })
    await answer.body.dump()
    return String(answer.statusCode)
  } catch {
    // With a pause: without one the loop would be the load.
    await sleep(1)
    return 'ended'
  }
}

/** A launch by the attacker as an operator. */
export const launchAs = ({ partner, apiKey }: Play['target']) =>
  launchBody({ projectId: partner, apiKey }, { player_id: 'accomplice', symbol: 'cherry-classic' })

/** Answers nothing until it is released, and nonsense from then on. */
async function hangingWallet({ target, ending }: Play): Promise<() => void> {
  let isReleased = false
  const held: (() => void)[] = []
  const server = createServer((_, response) => {
    const answer = () => response.end('{}')
    if (isReleased) answer()
    else held.push(answer)
  }).listen(target.walletPort, '127.0.0.1')
  await once(server, 'listening')
  ending.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return () => {
    isReleased = true
    for (const answer of held.splice(0)) answer()
  }
}
