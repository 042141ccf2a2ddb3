// A player at a game: one WebSocket that sends play messages and matches answers by request id.

import { WebSocket } from 'undici'
import { createAnswerReader } from '../../src/wire/answer-reader.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { Bet, ClientMessage } from '../../src/wire/play-commands.ts'
import { moment } from './until.ts'

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>
export type RoundMessage = Extract<ServerMessage, { type: 'round' }>
export type OutcomeMessage = Extract<ServerMessage, { type: 'outcome' }>
export type ErrorMessage = Extract<ServerMessage, { type: 'error' }>
/** A message without its request id, which is chosen here. */
export type Wish = ClientMessage extends infer M
  ? M extends ClientMessage
    ? Omit<M, 'requestId'>
    : never
  : never

export type PlayClient = Awaited<ReturnType<typeof connectPlayer>>

let counter = 0
export const newRequestId = () => `request-${process.pid}-${++counter}`

/** Opens a socket and sends nothing yet. Ends with the test. */
export async function connectPlayer(
  t: { teardown(work: () => unknown): unknown },
  baseUrl: string,
  link: string,
  query = '',
) {
  const token = new URL(link).hash.replace('#token=', '')
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/play/socket${query}`)
  /** By request id, in the order they were sent: a repeat waits for its own answer. */
  const waiting = new Map<string, ((message: ServerMessage) => void)[]>()
  const received: ServerMessage[] = []
  const outcomes: OutcomeMessage[] = []
  const reader = createAnswerReader()
  const news: ((message: ServerMessage) => void)[] = []
  const early: ((message: OutcomeMessage) => void)[] = []
  let isClosed = false
  let closeCode: number | null = null
  const closed = new Promise<void>(resolve => {
    socket.addEventListener('close', ({ code }) => {
      isClosed = true
      closeCode = code
      resolve()
      for (const [requestId, all] of waiting) for (const notify of all) notify(goneFor(requestId))
      waiting.clear()
    })
  })
  socket.addEventListener('error', () => {})
  socket.addEventListener('message', event => {
    const sent = JSON.parse(String(event.data)) as ServerMessage
    if (sent.type === 'outcome') {
      outcomes.push(sent)
      for (const listener of early.splice(0)) listener(sent)
    }
    const message = reader.read(sent)
    if (message === null) return
    received.push(message)
    const notify = waiting.get(message.requestId ?? '')?.shift()
    if (notify !== undefined) notify(message)
    else for (const listener of news.splice(0)) listener(message)
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('close', () => reject(new Error('the socket did not open')))
  })
  t.teardown(() => socket.close())

  /** Sends a message and resolves with its answer, whatever it is; a lost socket answers `GONE`. */
  function send(wish: Wish, requestId = newRequestId()): Promise<ServerMessage> {
    if (isClosed) return Promise.resolve(goneFor(requestId))
    return new Promise(resolve => {
      waiting.set(requestId, [...(waiting.get(requestId) ?? []), resolve])
      socket.send(JSON.stringify({ ...wish, requestId }))
    })
  }

  return {
    token,
    /** Answers and pushes: an outcome and the end of its round are one. */
    received,
    /** In the order of arrival. */
    outcomes,
    closed,
    /** Null while it is open. */
    closeCode: () => closeCode,
    send,
    sendText: (text: string) => socket.send(text),
    close: () => socket.close(),
    hello: () => send({ type: 'hello', token }),
    spin: (bet: Bet, requestId?: string) => send({ type: 'spin', bet, mode: 'base' }, requestId),
    freeSpin: (grantId: string, requestId?: string) =>
      send({ type: 'free-spin', grantId }, requestId),
    collect: (roundId: string, requestId?: string) => send({ type: 'collect', roundId }, requestId),
    /** The next outcome that comes before its round is over. */
    nextOutcome: () => new Promise<OutcomeMessage>(resolve => early.push(resolve)),
    /** The next pushed message. */
    nextNews: () => new Promise<ServerMessage>(resolve => news.push(resolve)),
  }
}

function goneFor(requestId: string): ErrorMessage {
  return { type: 'error', requestId, code: 'REQUEST_FAILED', message: 'GONE', retry: true }
}

/** Before the same request is sent again: each time costs the node as well. */
export const AGAIN_MS = 20

/** Sends again while the answer says that the same request may be repeated. */
export async function untilAnswered(send: () => Promise<ServerMessage>): Promise<ServerMessage> {
  for (let attempt = 0; attempt < 1_250; attempt++) {
    const answer = await send()
    if (answer.type !== 'error' || !answer.retry) return answer
    await moment(AGAIN_MS)
  }
  throw new Error('never answered')
}

/** Reads pushes of the answered round until its present wallet calls are over. */
export async function untilCallsAreOver(client: PlayClient, answer: ServerMessage) {
  let message = answer
  while (['pending', 'crediting'].includes(roundOf(message).status)) {
    message = await client.nextNews()
  }
  return message as RoundMessage
}

/** The round of an answer; for anything else it throws with the message. */
export function roundOf(message: ServerMessage): RoundMessage['round'] {
  if (message.type !== 'round') throw new Error(`no round: ${JSON.stringify(message)}`)
  return message.round
}

export function codeOf(message: ServerMessage): string {
  return message.type === 'error' ? message.code : message.type
}
