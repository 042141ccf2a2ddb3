// Owns the socket of a replay: it answers each command of the client with the platform's recorded
// answer. It must never connect to anything, and answers no command but the recorded one.

import type { ReplayFeed } from '../../../src/admin/rounds/schema.ts'

export interface Recorded {
  /** Commands answered so far. */
  readonly answered: number
  /** The player's next command; null: nothing more is recorded. */
  next(): ReplayFeed['steps'][number]['command'] | null
  /** The client reconnects, and the recording starts over. */
  restart(): void
}

/** The close code that makes the client reconnect at once. */
const SENT_ELSEWHERE = 1012

/** Answers to queries besides the round: the connection works, and nothing was played before. */
const ASIDE: Readonly<Record<string, object>> = {
  ping: { type: 'pong' },
  replay: { type: 'replay', round: null, at: null, asked: [] },
}

type Sent = { type: string; requestId: string; option?: string }

export function installSocket(feed: ReplayFeed, language: string): Recorded {
  let answered = 0
  let open: RecordedSocket | null = null

  function answersTo({ type, requestId, option }: Sent): object[] {
    if (type === 'hello') {
      answered = 0
      return [{ ...feed.welcome, requestId, language }]
    }
    const aside = ASIDE[type]
    if (aside !== undefined) return [{ ...aside, requestId }]
    const step = feed.steps[answered]
    if (step === undefined || !isRecorded(step.command, { type, option })) return []
    answered += 1
    return step.answers.map(answer => ({ ...ended(answer), requestId }))
  }

  class RecordedSocket {
    onopen: (() => void) | null = null
    onmessage: ((message: { data: string }) => void) | null = null
    onclose: ((close: { code: number }) => void) | null = null

    constructor() {
      open = this
      setTimeout(() => this.onopen?.(), 0)
    }

    send(text: string): void {
      const answers = answersTo(JSON.parse(text) as Sent)
      for (const answer of answers) {
        setTimeout(() => this.onmessage?.({ data: JSON.stringify(answer) }), 0)
      }
    }

    close(code = 1000): void {
      this.onclose?.({ code })
    }
  }
  globalThis.WebSocket = RecordedSocket as unknown as typeof WebSocket
  return {
    get answered() {
      return answered
    },
    next: () => feed.steps[answered]?.command ?? null,
    restart: () => open?.close(SENT_ELSEWHERE),
  }
}

/** The first command starts the round, however it was paid. */
function isRecorded(
  command: ReplayFeed['steps'][number]['command'],
  { type, option }: { type: string; option: string | undefined },
): boolean {
  const isStart = (name: string) => name === 'spin' || name === 'free-spin'
  if (isStart(command.type)) return isStart(type)
  return command.type === type && ('option' in command ? command.option : undefined) === option
}

/**
 * A win that is still to be credited would never arrive: the replay ends with the win as it is
 * recorded.
 */
function ended(
  answer: ReplayFeed['steps'][number]['answers'][number],
): ReplayFeed['steps'][number]['answers'][number] {
  if (answer.type !== 'round' || answer.round.status !== 'crediting') return answer
  return { ...answer, round: { ...answer.round, status: 'settled' } }
}
