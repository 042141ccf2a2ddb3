// An HTTP/1.1 client for load: one kept-alive connection, one request under way, over node:net. It
// is written so that the generator costs little. Only for the servers of the suite: an answer must
// have a content-length.

import { connect } from 'node:net'
import type { Channel } from './load.ts'

export interface HttpRequest {
  readonly path: string
  /** `{n}` is replaced by a number that no other request has. */
  readonly body: string
  /** The status of an answer that counts as done. */
  readonly status: number
}

let requests = 0

/** A connection that its server has closed is opened again for the next request. */
export async function openHttpChannel(url: URL, request: HttpRequest): Promise<Channel> {
  const printRequest = createPrinter(url, request)
  let connection = await openConnection(url, request.status)
  return async () => {
    try {
      if (connection.isClosed()) connection = await openConnection(url, request.status)
      return await connection.send(printRequest())
    } catch (error) {
      return (error as Error).message
    }
  }
}

interface Connection {
  /** Servers close what is idle, as while other contestants are measured. */
  isClosed(): boolean
  /** Null, or why it was not done. */
  send(bytes: Buffer): Promise<string | null>
}

function openConnection(url: URL, wantedStatus: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    let answered: ((cause: string | null) => void) | null = null
    let bytes: Buffer | null = null
    socket.on('data', chunk => {
      bytes = bytes === null ? chunk : Buffer.concat([bytes, chunk])
      const status = readAnswer(bytes)
      if (status === null) return
      bytes = null
      answered?.(status === wantedStatus ? null : `HTTP ${status}`)
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      reject(new Error('no connection'))
      answered?.('closed')
    })
    socket.once('connect', () =>
      resolve({
        isClosed: () => socket.destroyed || socket.readableEnded,
        send(request) {
          return new Promise(done => {
            answered = done
            socket.write(request)
          })
        },
      }),
    )
  })
}

function createPrinter({ host }: URL, { path, body }: HttpRequest): () => Buffer {
  const print = (text: string) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
  if (!body.includes('{n}')) {
    const bytes = print(body)
    return () => bytes
  }
  return () => print(body.replaceAll('{n}', `${process.pid}x${++requests}`))
}

/** The status of a complete answer; null: incomplete. */
function readAnswer(bytes: Buffer): number | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < end + 4 + length ? null : Number(head.slice(9, 12))
}
