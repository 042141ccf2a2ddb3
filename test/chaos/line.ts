// One player's connection to some node: says hello, matches answers with commands, reconnects after
// a loss and repeats unanswered commands with the same body. Decides nothing about the game.

import { setTimeout as sleep } from 'node:timers/promises'
import { openPlaySocket, type PlaySocket } from '../../bench/play-socket.ts'
import { type AnswerReader, createAnswerReader } from '../../src/wire/answer-reader.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { ClientMessage } from '../../src/wire/play-commands.ts'
import type { Chance } from '../support/chance.ts'

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>
export type Command = Exclude<ClientMessage, { type: 'hello' }>
export type Outcome = Extract<ServerMessage, { type: 'outcome' }>
/** An outcome and the end of its round count as one answer. */
export type Heard = Exclude<NonNullable<ReturnType<AnswerReader['read']>>, { type: 'balance' }>
/** Null: the run ended before an answer came. */
export type Answer = Exclude<
  ServerMessage,
  { type: 'welcome' | 'outcome' | 'settled' | 'balance' }
> | null
/** An answer, and how often the command had to be sent for it. */
export interface Asked {
  answer: Answer
  times: number
}

/** A stopped node keeps its sockets open: a client gives up by its own time-out. */
const ANSWER_DEADLINE_MS = 12_000
const RECONNECT_MS = 150
const RETRY_FIRST_MS = 40
const RETRY_MAX_MS = 1_000

export interface LineSetup {
  /** Addresses of the nodes; the line picks one for every connection. */
  baseUrls: readonly string[]
  chance: Chance
  token(): string
  /** The token is not valid any more: get another. */
  relaunch(): Promise<void>
  onWelcome(welcome: Welcome): void
  onMessage(message: Heard): void
  onOutcome(message: Outcome): void
  /** @param isOwn the player has cut the connection, or closed it */
  onReconnect(isOwn: boolean): void
  /** An error that asks for a repeat. */
  onRepeat(code: string): void
  /** True once the run gives up unanswered commands. */
  isOver(): boolean
}

export type Line = ReturnType<typeof createLine>

/** @param home the preferred node; null: any */
export function createLine(setup: LineSetup, home: number | null = null) {
  const { chance } = setup
  let socket: PlaySocket | null = null
  let connecting: Promise<boolean> | null = null
  let hellos = 0
  /** The player has closed the present connection. */
  let isCut = false
  let connections = 0
  /** By request id: a repeat waits for its own answer. */
  const waiting = new Map<string, ((message: Heard | null) => void)[]>()

  /** Of one connection. */
  function listen(): (text: string) => void {
    const reader = createAnswerReader()
    return text => {
      const sent = JSON.parse(text) as ServerMessage
      if (sent.type === 'outcome') setup.onOutcome(sent)
      const message = reader.read(sent)
      if (message === null || message.type === 'balance') return
      setup.onMessage(message)
      waiting.get(message.requestId ?? '')?.shift()?.(message)
    }
  }

  /** Of the present connection, or of an earlier one. */
  function onClose(closed: number): void {
    if (closed !== connections) return
    socket = null
    const lost = [...waiting.values()].flat()
    waiting.clear()
    for (const notify of lost) notify(null)
  }

  /** The answer, or null when the connection was lost or the time-out passed first. */
  function exchange(through: PlaySocket, message: ClientMessage): Promise<Heard | null> {
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        resolve(null)
        through.cut()
      }, ANSWER_DEADLINE_MS)
      const notify = (answer: Heard | null) => {
        clearTimeout(timer)
        resolve(answer)
      }
      const others = waiting.get(message.requestId) ?? []
      waiting.set(message.requestId, [...others, notify])
      through.send(JSON.stringify(message))
    })
  }

  /** True once it has been welcomed; the connection may be lost again any time. */
  async function connect(): Promise<boolean> {
    while (!setup.isOver()) {
      const at = home ?? chance.below(setup.baseUrls.length)
      const url = new URL('/play/socket', setup.baseUrls[at % setup.baseUrls.length])
      const connection = ++connections
      const events = { onMessage: listen(), onClose: () => onClose(connection) }
      const opened = await openPlaySocket(url, events).catch(() => null)
      if (opened !== null && (await sayHello(opened))) {
        socket = opened
        isCut = false
        return true
      }
      opened?.cut()
      await sleep(RECONNECT_MS * chance.between(0.5, 2))
    }
    return false
  }

  async function sayHello(opened: PlaySocket): Promise<boolean> {
    const requestId = `hello-${++hellos}`
    const answer = await exchange(opened, { type: 'hello', requestId, token: setup.token() })
    if (answer?.type === 'welcome') {
      setup.onWelcome(answer)
      return true
    }
    if (answer?.type === 'error' && !answer.retry) await setup.relaunch()
    return false
  }

  async function connected(): Promise<PlaySocket | null> {
    while (socket === null && !setup.isOver()) {
      connecting ??= connect().finally(() => {
        connecting = null
      })
      await connecting
    }
    return socket
  }

  return {
    connected,
    /** Sent until it is answered: after every loss, and whenever the answer asks for a repeat. */
    async ask(command: Command): Promise<Asked> {
      let pauseMs = RETRY_FIRST_MS
      let times = 0
      while (!setup.isOver()) {
        const through = await connected()
        if (through === null) break
        times++
        const answer = await exchange(through, command)
        if (answer === null) setup.onReconnect(isCut)
        else if (answer.type === 'error' && answer.retry) {
          setup.onRepeat(answer.code)
          await sleep(pauseMs * chance.between(0.5, 1.5))
          pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)
        } else if (answer.type === 'error' && answer.code === 'UNAUTHORIZED') {
          // Another launch has renewed the link meanwhile.
          through.cut()
          await setup.relaunch()
        } else if (answer.type !== 'welcome') return { answer, times }
      }
      return { answer: null, times }
    },
    /** Bytes that are not a command; there is no answer to wait for. */
    sendText: (text: string) => socket?.send(text),
    /** The connection ends, like a phone's in a tunnel. */
    cut(): void {
      const given = socket
      if (given === null) return
      isCut = true
      onClose(connections)
      given.cut()
    },
    close: () => socket?.close(),
  }
}
