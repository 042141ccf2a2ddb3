// Attacks by an operator's own wallet: answers that never end, trickle, are compressed or nested.
// The launches that call it fail in time, and no others wait.

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Attack, crowd, onlySeen, type Play } from './attack.ts'
import { askStatus, launchAs, openClient } from './over-http.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const whole = (body: string | Buffer, headers = '') =>
  Buffer.concat([
    Buffer.from(`${OK}${headers}Content-Length: ${body.length}\r\n\r\n`),
    Buffer.from(body as string),
  ])

/** Writes a piece as fast as it is read, until the other side ends. */
function withoutEnd(socket: Socket, first: string, piece: string | Buffer): void {
  socket.write(first)
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // Until it is full.
    }
    socket.once('drain', more)
  }
  more()
}

function trickle(socket: Socket): void {
  socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
  const timer = setInterval(() => socket.write('1\r\n \r\n'), 20)
  socket.once('close', () => clearInterval(timer))
}

const BALANCE = '"balance":1.00,"currency":"EUR"'

/** The answer of each of these wallets. None of them is a balance. */
export const HOSTILE_ANSWERS: Readonly<Record<string, (socket: Socket) => void>> = {
  'interim answers': socket =>
    withoutEnd(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
  'a body without end': socket =>
    withoutEnd(socket, `${OK}Content-Length: 900000000\r\n\r\n`, ' '.repeat(65_536)),
  'chunks without end': socket =>
    withoutEnd(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'.repeat(1_000)),
  'headers without end': socket => withoutEnd(socket, OK, 'X-A: b\r\n'.repeat(1_000)),
  'trailers without end': socket =>
    withoutEnd(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X-A: b\r\n'.repeat(1_000)),
  'a trickle': trickle,
  'a packed body': socket =>
    void socket.write(whole(gzipSync(Buffer.alloc(5_000_000, 32)), 'Content-Encoding: gzip\r\n')),
  'deep nesting': socket => void socket.write(whole('{"a":'.repeat(3_000))),
  'a huge number': socket =>
    void socket.write(whole(`{"status":"ok","balance":${'9'.repeat(16_000)},"currency":"EUR"}`)),
  'a huge exponent': socket =>
    void socket.write(whole('{"status":"ok","balance":1e999999999,"currency":"EUR"}')),
  'a prototype': socket => void socket.write(whole(`{"__proto__":{"status":"ok",${BALANCE}}}`)),
  'a balance twice': socket => void socket.write(whole(`{"status":"ok","balance":2,${BALANCE}}`)),
  'a redirect': socket =>
    void socket.write(
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
    ),
  'two lengths': socket =>
    void socket.write(`${OK}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`),
  'another protocol': socket => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n'),
  'no HTTP': socket => void socket.write('SSH-2.0-wallet\r\n'),
  'an early end': socket => void socket.end(`${OK}Content-Length: 60\r\n\r\n{"sta`),
  'a reset': socket => void socket.resetAndDestroy(),
}

/** The first path segment of a callback names the wallet. */
export async function startHostileWallet(port: number, ending: Play['ending']): Promise<void> {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.once('data', bytes => {
      const name = decodeURIComponent(/^POST \/([^/ ]*)/.exec(bytes.toString('latin1'))?.[1] ?? '')
      const answer = HOSTILE_ANSWERS[name]
      if (answer === undefined) socket.destroy()
      else answer(socket)
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  ending.teardown(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
}

const interimAnswers: Attack = {
  name: 'a wallet of interim answers',
  tried: '16 launches at once, again and again; the wallet sends 102s without end',
  async play(play) {
    const { target, isFull, ending } = play
    await startHostileWallet(target.walletPort, ending)
    return crowd(play, isFull ? 16 : 2, async () => {
      const client = openClient(target, ending)
      const status = await askStatus(client, '/playGame.do', launchAs(target))
      await client.destroy()
      return status
    })
  },
  // An address that has just opened thousands of connections is refused new ones for a while.
  judge: tally => onlySeen(tally, ['400'], ['429', 'ended']),
}

export const WALLET_ATTACKS: readonly Attack[] = [interimAnswers]
