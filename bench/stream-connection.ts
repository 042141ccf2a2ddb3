// A player's connection in a stream: one command at a time until it is answered. A lost connection
// is opened again and the unanswered command repeated with the same requestId. Must not judge an
// answer.

import { setTimeout as sleep } from 'node:timers/promises'
import { createAnswerReader } from '../src/wire/answer-reader.ts'
import type { ServerMessage } from '../src/wire/play-answers.ts'
import type { Histogram } from './histogram.ts'
import { openPlaySocket } from './play-socket.ts'
import type { StreamFigures } from './stream-report.ts'

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>

export interface Command {
  type: string
  requestId: string
}

export interface ConnectionOptions {
  index: number
  socketUrl: URL
  token: string
  sessionId: string
  figures: StreamFigures
  /** False: a lost connection is an error. */
  mayReconnect: boolean
  /** From 0 to below 1. */
  random(): number
}

export type StreamConnection = ReturnType<typeof createConnection>

const ANSWER_DEADLINE_MS = 30_000
const RECONNECT_DEADLINE_MS = 120_000
const RECONNECT_EVERY_MS = 200
const RETRY_AFTER_MS = 50

export function createConnection(options: ConnectionOptions) {
  const state: State = { options, open: null, commands: 0 }
  return {
    /** The welcome of the first hello. */
    open: async () => (await connected(state)).welcome,
    ask: (command: Command, times: Histogram) => ask(state, command, times),
    nextId: () => nextId(state),
    /** The error with which this player's run ends. */
    error: (what: string, seen?: unknown) => streamError(options.index, what, seen),
    close: () => state.open?.socket.close(),
  }
}

interface State {
  readonly options: ConnectionOptions
  /** The newest connection that got a welcome; it may have ended since. */
  open: { socket: CommandSocket; welcome: Welcome } | null
  commands: number
}

const nextId = (state: State) => `${state.options.index}.${++state.commands}`

const streamError = (index: number, what: string, seen?: unknown) =>
  new Error(`player ${index}: ${what}${seen ? `: ${JSON.stringify(seen)}` : ''}`)

/** One command until it is answered; its time counts in `times` unless the connection was lost. */
async function ask(state: State, command: Command, times: Histogram): Promise<ServerMessage> {
  const { figures, mayReconnect, index } = state.options
  const startedMs = performance.now()
  const sinceUs = () => (performance.now() - startedMs) * 1000
  let wasLost = false
  for (;;) {
    if (state.open?.socket.isOpen() === false) {
      if (!mayReconnect) throw streamError(index, 'the connection was lost')
      figures.reconnects++
      wasLost = true
    }
    const { socket } = await connected(state)
    const noteOutcome = () => {
      if (!wasLost && times === figures.spins) figures.outcomes.record(sinceUs())
    }
    const answer = await socket.send(command, noteOutcome)
    if (answer === null) {
      wasLost = true
      continue
    }
    if (answer.type === 'error' && answer.retry) {
      figures.retries.set(answer.code, (figures.retries.get(answer.code) ?? 0) + 1)
      await sleep(RETRY_AFTER_MS)
      continue
    }
    const us = sinceUs()
    if (wasLost) figures.resumed.record(us)
    else times.record(us)
    if (!wasLost && times === figures.spins) figures.window.record(us)
    return answer
  }
}

async function connected(state: State): Promise<NonNullable<State['open']>> {
  if (state.open?.socket.isOpen()) return state.open
  const { index, mayReconnect, random } = state.options
  const deadline = performance.now() + RECONNECT_DEADLINE_MS
  for (;;) {
    const opened = await sendHello(state).catch(error => {
      if (!mayReconnect || String(error.message).startsWith('player')) throw error
      return null
    })
    if (opened !== null) {
      state.open = opened
      return opened
    }
    if (!mayReconnect) throw streamError(index, 'the connection was lost during hello')
    if (performance.now() > deadline) throw streamError(index, 'could not reconnect')
    await sleep(RECONNECT_EVERY_MS * (0.5 + random()))
  }
}

/** Null when the connection was lost or the platform asks the client to try again. */
async function sendHello(state: State): Promise<State['open']> {
  const { index, socketUrl, token, sessionId } = state.options
  const socket = await openCommandSocket(index, socketUrl)
  const welcome = await socket.send({ type: 'hello', requestId: nextId(state), token } as Command)
  if (welcome === null) return null
  if (welcome.type === 'error' && welcome.retry) {
    socket.close()
    return null
  }
  if (welcome.type !== 'welcome') throw streamError(index, 'hello was refused', welcome)
  if (welcome.mode !== 'TEST_ONLY') throw streamError(index, 'a welcome without TEST_ONLY')
  if (welcome.sessionId !== sessionId) throw streamError(index, 'the session of another player')
  return { socket, welcome }
}

type CommandSocket = Awaited<ReturnType<typeof openCommandSocket>>

interface Unanswered {
  requestId: string
  resolve(answer: ServerMessage | null): void
  onOutcome(): void
}

async function openCommandSocket(index: number, url: URL) {
  let isOpen = true
  const reader = createAnswerReader()
  let unanswered: Unanswered | null = null

  function answer(message: ServerMessage | null): void {
    const waiting = unanswered
    unanswered = null
    waiting?.resolve(message)
  }

  const socket = await openPlaySocket(url, {
    onMessage(text) {
      const sent = JSON.parse(text) as ServerMessage
      if (sent.type === 'outcome' && sent.requestId === unanswered?.requestId) {
        unanswered.onOutcome()
      }
      const message = reader.read(sent)
      if (message === null) return
      // A push about a pending round has no requestId and can be ignored: the player asks again
      // soon.
      if (unanswered !== null && message.requestId === unanswered.requestId) answer(message)
    },
    onClose() {
      isOpen = false
      answer(null)
    },
  })

  return {
    isOpen: () => isOpen,
    /** The answer, or null when the connection has ended. At most one command is under way. */
    send(command: Command, onOutcome = () => {}): Promise<ServerMessage | null> {
      if (!isOpen) return Promise.resolve(null)
      return new Promise((resolve, reject) => {
        const late = () => reject(streamError(index, `no answer to ${command.type}`))
        const timer = setTimeout(late, ANSWER_DEADLINE_MS)
        unanswered = {
          requestId: command.requestId,
          onOutcome,
          resolve(message) {
            clearTimeout(timer)
            resolve(message)
          },
        }
        socket.send(JSON.stringify(command))
      })
    },
    close: () => socket.close(),
  }
}
